import type { TextAddress } from './texts.ts';

/**
 * What the audit log calls a change, as the address of its sentence: `news:audit.create`. A feature names its own in
 * its texts, below `audit`, and each endpoint that is recorded names one of them (D-4.11).
 */
export type AuditAction = Extract<TextAddress, `${string}:audit.${string}`>;

/** What triggers of the database record themselves, whoever changes a right. */
export const PERMISSION_ACTION: AuditAction = 'users:audit.permission';

/** The action as it is stored: `news.create`. */
export function toAuditName(action: AuditAction): string {
  return action.replace(':audit.', '.');
}

/** The address of a stored action's sentence, whether or not this version still knows it. */
export function toAuditAddress(name: string): string {
  return name.replace('.', ':audit.');
}

/** Values of a record before or after a change, by field. Never secrets. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** Longer texts are cut, in characters: the log says what changed, it is no second archive. */
export const AUDIT_TEXT_MAXIMUM = 2000;

/**
 * The fields that differ, with their values before and after; a new record has nothing before, a removed one nothing
 * after. Long texts are cut. Null when nothing differs.
 */
export function toAuditChange(
  before: AuditValues | null,
  after: AuditValues | null,
): { before: AuditValues | null; after: AuditValues | null } | null {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differing = keys.filter((key) => before === null || after === null || !isSame(before[key], after[key]));
  if (differing.length === 0) return null;
  return { before: pick(before, differing), after: pick(after, differing) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function pick(values: AuditValues | null, keys: readonly string[]): AuditValues | null {
  if (values === null) return null;
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, cut(values[key])]));
}

function cut(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= AUDIT_TEXT_MAXIMUM) return value;
  return `${value.slice(0, AUDIT_TEXT_MAXIMUM)}…`;
}
