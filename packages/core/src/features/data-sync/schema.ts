import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { IMPORT_TYPES } from '../user-import/index.ts';

/** Most places of a directory that people are read from. */
export const SOURCES_MAXIMUM = 10;

/** Most people whom all places of a directory may name together. */
export const SYNC_PEOPLE_MAXIMUM = 30_000;

/** What is read of somebody; null: the directory does not say it. Each is the name of an attribute. */
const attributes = {
  /** Never changes: by it somebody is known the next time. */
  external_id: f.line(100),
  lastname: f.line(100),
  firstname: f.line(100),
  email: z.nullable(f.line(100)),
  birth_date: z.nullable(f.line(100)),
  /** Of a pupil; `dn`: the name of the entry itself, for directories whose places are classes. */
  class: z.nullable(f.line(100)),
  /** Of a teacher. */
  shortcut: z.nullable(f.line(100)),
};
export const SYNC_ATTRIBUTES = [
  'external_id',
  'lastname',
  'firstname',
  'email',
  'birth_date',
  'class',
  'shortcut',
] as const satisfies readonly (keyof typeof attributes)[];
export type SyncAttribute = (typeof SYNC_ATTRIBUTES)[number];

/** People of one kind in the directory of a school. */
export const syncSource = z.strictObject({
  type: z.enum(IMPORT_TYPES),
  /** The place (DN) below which they stand. */
  base_dn: f.line(500),
  /** Finds them there, and nobody else: `(objectClass=person)`. */
  filter: f.line(500),
  ...attributes,
  /** Where in a value the class stands, `{class}`, and what may be anything, `*`; null: the value is the class. */
  class_pattern: z.nullable(f.line(200)),
});
export type SyncSource = z.output<typeof syncSource>;

export const syncSourcesBody = z.strictObject({
  sources: z.array(syncSource).check(z.maxLength(SOURCES_MAXIMUM)),
  /** Of what it was made from; null: nothing was saved. */
  updated_at: z.nullable(f.instant),
});

/** `due_at` null: it is off, or the directory is not used now. */
const nights = z.object({ is_on: z.boolean(), due_at: z.nullable(f.instant) });

export const syncSettings = z.object({
  sources: z.array(syncSource),
  updated_at: z.nullable(f.instant),
  /** The name of the directory at which the school signs in; null: it has none, and people can be read from nowhere. */
  directory: z.nullable(z.string()),
  /** When accounts were last connected by a list of pairs, and how many still are; null: none is. */
  pairing: z.nullable(z.object({ paired_at: f.instant, people: z.int() })),
  /** Are connected accounts brought in line every night, and when next? */
  nightly: nights,
  /** Are people read every night, and when next? */
  people_nightly: nights,
  can: z.object({ update: f.flag, read: f.flag }),
});
export type SyncSettings = z.output<typeof syncSettings>;
