import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** Who caused a change; see `AuditCause` of the server. */
export const AUDIT_ORIGINS = ['session', 'visitor', 'operator', 'system'] as const;

/** Values of a record by field, as the feature that changed it has named them. */
const values = z.nullable(z.record(z.string(), z.unknown()));

/** What a field of a recorded value refers to: `…_id` and `…_by` by number, the others by a list of numbers. */
export const AUDIT_REFERENCES = {
  user_id: 'users',
  admin_id: 'users',
  parent_id: 'users',
  user_ids: 'users',
  users: 'users',
  reported_by: 'users',
  host_id: 'users',
  child_id: 'users',
  removed_user_id: 'users',
  channel_id: 'channels',
  channels: 'channels',
  grade_id: 'grades',
  grade_ids: 'grades',
  grades: 'grades',
} as const;

const isReference = (field: string): field is keyof typeof AUDIT_REFERENCES => Object.hasOwn(AUDIT_REFERENCES, field);

const isNumber = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0;

/** Of several records a number alone says how many there are. */
const isOfOne = (field: string): boolean => /_(?:id|by)$/.test(field);

/** The records that a value names, as the keys of `names`; none where the field refers to nothing, or something else is among them. */
export function toReferences(field: string, value: unknown): string[] {
  if (!isReference(field) || (!Array.isArray(value) && !isOfOne(field))) return [];
  const ids: unknown[] = [value].flat();
  return ids.every(isNumber) ? ids.map((id) => `${AUDIT_REFERENCES[field]}:${id}`) : [];
}

/** One change of one record (D-4.11). */
export const auditEntry = z.object({
  /** Number in the school's log, without gaps. */
  seq: f.id,
  at: f.instant,
  origin: z.enum(AUDIT_ORIGINS),
  /** Who was signed in; null for everybody else. */
  user: z.nullable(z.object({ id: f.id, displayname: z.string() })),
  address: z.nullable(z.string()),
  /** `news.create`. */
  action: z.string(),
  /** The sentence of the action; its name where this version does not know it any more. */
  what: z.string(),
  entity: z.string(),
  entity_id: z.nullable(z.string()),
  /** The name of the record, where it is a person. */
  subject: z.nullable(z.string()),
  before: values,
  after: values,
  /** What the records are called now to which `before` and `after` refer: `users:12` → `Ada Lang`. Those that are gone have no name. */
  names: z.record(z.string(), z.string()),
  request_id: z.nullable(z.string()),
});
export type AuditLogEntry = z.output<typeof auditEntry>;

/** Which entries are wanted; all of them must fit. */
const filters = {
  action: z.optional(f.line(100)),
  /** Who caused it: somebody of the own school. */
  user_id: z.optional(f.idText),
  entity: z.optional(f.line(100)),
  /** Which of them, as `entity_id` of an entry. */
  record: z.optional(f.line(100)),
  /** First and last day, in the school's zone. */
  from: z.optional(f.date),
  until: z.optional(f.date),
  /** Part of the name or username of who caused it or whom it concerns. */
  search: z.optional(f.line(100)),
};

export const auditExportQuery = z.object(filters);
export type AuditFilters = z.output<typeof auditExportQuery>;

/** What the log can be ordered by: the number of the entry, the newest or the oldest first. */
export const AUDIT_ORDERS = ['-at', 'at'] as const;
export type AuditOrder = (typeof AUDIT_ORDERS)[number];

/** `before`: the entries older than this number, where the newest are first; else `after`: those newer than this one. */
export const auditQuery = z.object({
  ...filters,
  order: z.optional(z.enum(AUDIT_ORDERS)),
  before: z.optional(f.idText),
  after: z.optional(f.idText),
});

/** What the log can be filtered by. */
export const auditAction = z.object({ action: z.string(), what: z.string() });
