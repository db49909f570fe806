/** Entries per page of the log. */
export const AUDIT_PAGE = 50;
/** Most entries of one export; more are refused, not cut off. */
export const AUDIT_EXPORT_MAXIMUM = 100_000;

/** The file name of an export on the reader's device. */
export function toExportName(slink: string, date: string): string {
  return `audit-log-${slink}-${date}.csv`;
}
