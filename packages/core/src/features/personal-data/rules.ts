/** Archives that can be asked for about one person within 24 hours. */
export const ARCHIVES_A_DAY = 3;
/** How long one may take, seconds; after that another can be asked for. */
export const ARCHIVE_SECONDS = 60 * 60;

/** The name under which an archive is saved: `personal-data-2026-11-18.zip`. */
export const toArchiveName = (date: string): string => `personal-data-${date}.zip`;
