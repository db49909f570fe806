/**
 * Prefixes of ids in the Untis XML export; people see the id without it (docs/import-formats.md, Untis XML).
 */
export const PREFIXES = {
  room: 'RM_',
  subject: 'SU_',
  teacher: 'TR_',
  class: 'CL_',
  student_group: 'SG_',
  holiday: 'HD_',
  scheme: 'UG_',
} as const;
export type Prefix = (typeof PREFIXES)[keyof typeof PREFIXES];

/** The code of one id; an id without its prefix is used unchanged. */
export function toCode(id: string, prefix: Prefix): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}

/** Where the next id of a list begins, by its prefix. */
const BEGINNINGS: ReadonlyMap<Prefix, RegExp> = new Map(
  Object.values(PREFIXES).map((prefix) => [prefix, new RegExp(`(?:^|\\s+)(?=${prefix})`)]),
);

/**
 * Converts a list of ids in one attribute to codes. Ids are separated by blanks and contain blanks: `CL_FOT 11B CL_11
 * CL_12 1` is three classes. So it is split only where the next id begins; the list may start or end with a blank.
 */
export function splitReferences(value: string, prefix: Prefix): string[] {
  if (value === '') return [];
  // Nearly all of them name one thing.
  if (!/\s/.test(value)) return [toCode(value, prefix)];
  const ids = value.replace(/\s+$/, '').split(BEGINNINGS.get(prefix)!);
  return [...new Set(ids.filter((id) => id.trim() !== '').map((id) => toCode(id, prefix)))];
}
