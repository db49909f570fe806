/** Most bytes of one file. */
export const FILE_MAXIMUM_BYTES = 25 * 1024 * 1024;
/** How long an upload may take, ms (C-9.03). */
export const UPLOAD_TIMEOUT = 10_800_000;
/** Most characters of what a file shows. */
export const ALT_NAME_MAXIMUM = 300;

/** Why a file is not taken; the text is `files:rules.<rule>`. */
export type FileRule =
  | 'fileEmpty'
  | 'fileKind'
  | 'pictureDamaged'
  | 'altMax'
  | 'virus'
  | 'scannerAway'
  | 'quotaPerson'
  | 'quotaSchool';

/** The extension of a name, in lower case and without the dot; empty where there is none. */
export const extensionOf = (name: string): string => /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Does a name end with one of these extensions, which are given in lower case and without the dot? Where none is given, every
 * name does (C-5.24, T-5.20).
 */
export const hasAllowedExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.length === 0 || extensions.includes(extensionOf(name));
