import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { REASONS } from './reasons.ts';

/** The thirteen import sources, keys on the wire (T-3.87). */
export const SOURCES = [
  { key: 'untis-remote', name: 'Untis remote', choosable: false, files: ['json'] },
  { key: 'untis', name: 'Untis', choosable: true, files: ['gpn', 'untis', 'xml', 'txt', 'zip'] },
  { key: 'planner', name: 'Kreide planner', choosable: true, files: ['json'] },
  { key: 'davinci', name: 'Davinci 6', choosable: true, files: ['davinci', 'json', 'txt'] },
  { key: 'indiware', name: 'Indiware 4/5/6', choosable: true, files: ['xml', 'zip'] },
  { key: 'pupil', name: 'Pupil', choosable: true, files: ['xlsx', 'txt', 'csv'] },
  { key: 'generic-api', name: 'Generic API', choosable: true, files: ['json'] },
  { key: 'asc', name: 'aSc', choosable: true, files: ['xml', 'zip'] },
  { key: 'turboplaner', name: 'Turboplaner', choosable: true, files: ['exp', 'txt', 'csv'] },
  { key: 'csv', name: 'CSV', choosable: true, files: ['csv', 'txt', 'zip'] },
  { key: 'time2007', name: 'Time2007', choosable: true, files: ['mdb', 'txt'] },
  { key: 'webuntis', name: 'WebUntis', choosable: true, files: ['json'] },
  { key: 'v3', name: 'V3', choosable: false, files: ['json'] },
] as const;
export type SourceKey = (typeof SOURCES)[number]['key'];
export const sourceKey = /* @__PURE__ */ z.enum(SOURCES.map((source) => source.key) as [SourceKey, ...SourceKey[]]);

/** An import source in the list of choices (T-3.86, T-3.90 to T-3.93). */
export const source = /* @__PURE__ */ z.object({
  key: sourceKey,
  name: /* @__PURE__ */ z.string(),
  choosable: /* @__PURE__ */ z.boolean(),
  file_types: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string()),
  /** Can this version read files of the source? */
  is_readable: /* @__PURE__ */ z.boolean(),
  /** Boolean options: `do_not_print` for Untis. */
  options: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string()),
  /** Suggested bounds of the school year, `dd.mm.yyyy` (T-3.92). */
  schoolyear_begins_at: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  schoolyear_ends_at: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
});
export type Source = z.output<typeof source>;

export const UPLOAD_STATES = ['QUEUED', 'PROCESSING', 'READY', 'PUBLISHED', 'UNDONE', 'DISCARDED', 'FAILED'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Limits of an upload in bytes: one file, and all of an archive unpacked. */
export const UPLOAD_FILE_MAXIMUM = 64 * 1024 * 1024;
export const UPLOAD_UNPACKED_MAXIMUM = 512 * 1024 * 1024;
export const UPLOAD_FILES_MAXIMUM = 40;
/** Removing more than this share of the current lessons needs `replace`. */
export const REMOVAL_LIMIT = 0.2;

export const counts = /* @__PURE__ */ z.object({
  lessons: /* @__PURE__ */ z.int(),
  placements: /* @__PURE__ */ z.int(),
  grades: /* @__PURE__ */ z.int(),
  teachers: /* @__PURE__ */ z.int(),
  bookables: /* @__PURE__ */ z.int(),
  subjects: /* @__PURE__ */ z.int(),
  substitutions: /* @__PURE__ */ z.int(),
});
export type UploadCounts = z.output<typeof counts>;

const change = /* @__PURE__ */ z.object({
  added: /* @__PURE__ */ z.int(),
  changed: /* @__PURE__ */ z.int(),
  removed: /* @__PURE__ */ z.int(),
});

export const rejected = /* @__PURE__ */ z.object({
  file: /* @__PURE__ */ z.string(),
  row: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.int()),
  column: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  value: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  /** For programs. */
  code: /* @__PURE__ */ z.enum(REASONS),
  /** For people: a sentence in the reader's language. */
  reason: /* @__PURE__ */ z.string(),
});
export type RejectedRow = z.output<typeof rejected>;

/** One line of the difference, for the person who decides. */
export const changeLine = /* @__PURE__ */ z.object({
  kind: /* @__PURE__ */ z.enum(['added', 'changed', 'removed']),
  of: /* @__PURE__ */ z.enum(['lesson', 'substitution']),
  text: /* @__PURE__ */ z.string(),
});

export const upload = /* @__PURE__ */ z.object({
  id: f.id,
  uuid: f.uuid,
  state: /* @__PURE__ */ z.enum(UPLOAD_STATES),
  /** 0 to 100. */
  progress: /* @__PURE__ */ z.int(),
  /** The source, given or recognised; null until then. */
  source: /* @__PURE__ */ z.nullable(sourceKey),
  /** The recognised format, `asc-2012`, `untis-gpu` … */
  format: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  files: /* @__PURE__ */ z.array(
    /* @__PURE__ */ z.object({ name: /* @__PURE__ */ z.string(), size: /* @__PURE__ */ z.int() }),
  ),
  school_year: /* @__PURE__ */ z.nullable(
    /* @__PURE__ */ z.object({ id: f.id, name: /* @__PURE__ */ z.string(), begins_at: f.date, ends_at: f.date }),
  ),
  counts: /* @__PURE__ */ z.nullable(counts),
  changes: /* @__PURE__ */ z.nullable(
    /* @__PURE__ */ z.object({
      added: /* @__PURE__ */ z.int(),
      changed: /* @__PURE__ */ z.int(),
      removed: /* @__PURE__ */ z.int(),
      lessons: change,
      substitutions: change,
      /** The first 200 differences in words. */
      lines: /* @__PURE__ */ z.array(changeLine),
      /** More than 20 percent of the current lessons would be removed: publishing needs `replace`. */
      needs_replace: /* @__PURE__ */ z.boolean(),
    }),
  ),
  warnings: /* @__PURE__ */ z.array(/* @__PURE__ */ z.string()),
  rejected: /* @__PURE__ */ z.array(rejected),
  rejected_count: /* @__PURE__ */ z.int(),
  /** Why it failed, in words. */
  error: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  created_at: f.instant,
  published_at: /* @__PURE__ */ z.nullable(f.instant),
  can: /* @__PURE__ */ z.object({ publish: f.flag, discard: f.flag, undo: f.flag }),
});
export type Upload = z.output<typeof upload>;

/** The text fields of an upload; in multipart everything is text. */
export const uploadFields = /* @__PURE__ */ z.strictObject({
  /** Default: recognised by content. */
  source: /* @__PURE__ */ z.optional(sourceKey),
  /** Name of the school year, `2026 / 2027`; default: the current one. */
  school_year: /* @__PURE__ */ z.optional(
    /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^\d{4} \/ \d{4}$/, 'school_year')),
  ),
  /** JSON list of period times `[{hour, weekday, begins_at, ends_at}]` for files without times. */
  grid: /* @__PURE__ */ z.optional(/* @__PURE__ */ f.text(20_000)),
  /** First Monday of week A. */
  anchor: /* @__PURE__ */ z.optional(f.date),
  do_not_print: /* @__PURE__ */ z.optional(f.flagText),
});
