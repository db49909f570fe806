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
export const sourceKey = z.enum(SOURCES.map((source) => source.key) as [SourceKey, ...SourceKey[]]);

/** An import source in the list of choices (T-3.86, T-3.90 to T-3.93). */
export const source = z.object({
  key: sourceKey,
  name: z.string(),
  choosable: z.boolean(),
  file_types: z.array(z.string()),
  /** Can this version read files of the source? */
  is_readable: z.boolean(),
  /** Boolean options: `do_not_print` for Untis. */
  options: z.array(z.string()),
  /** Suggested bounds of the school year, `dd.mm.yyyy` (T-3.92). */
  schoolyear_begins_at: z.nullable(z.string()),
  schoolyear_ends_at: z.nullable(z.string()),
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

export const counts = z.object({
  lessons: z.int(),
  placements: z.int(),
  grades: z.int(),
  teachers: z.int(),
  bookables: z.int(),
  subjects: z.int(),
  substitutions: z.int(),
});
export type UploadCounts = z.output<typeof counts>;

const change = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
});

export const rejected = z.object({
  file: z.string(),
  row: z.nullable(z.int()),
  column: z.nullable(z.string()),
  value: z.nullable(z.string()),
  /** For programs. */
  code: z.enum(REASONS),
  /** For people: a sentence in the reader's language. */
  reason: z.string(),
});
export type RejectedRow = z.output<typeof rejected>;

/** One line of the difference, for the person who decides. */
export const changeLine = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  of: z.enum(['lesson', 'substitution']),
  text: z.string(),
});

export const upload = z.object({
  id: f.id,
  uuid: f.uuid,
  state: z.enum(UPLOAD_STATES),
  /** 0 to 100. */
  progress: z.int(),
  /** The source, given or recognised; null until then. */
  source: z.nullable(sourceKey),
  /** The recognised format, `asc-2012`, `untis-gpu` … */
  format: z.nullable(z.string()),
  files: z.array(z.object({ name: z.string(), size: z.int() })),
  school_year: z.nullable(z.object({ id: f.id, name: z.string(), begins_at: f.date, ends_at: f.date })),
  counts: z.nullable(counts),
  changes: z.nullable(
    z.object({
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      lessons: change,
      substitutions: change,
      /** The first 200 differences in words. */
      lines: z.array(changeLine),
      /** More than 20 percent of the current lessons would be removed: publishing needs `replace`. */
      needs_replace: z.boolean(),
    }),
  ),
  warnings: z.array(z.string()),
  rejected: z.array(rejected),
  rejected_count: z.int(),
  /** Why it failed, in words. */
  error: z.nullable(z.string()),
  created_at: f.instant,
  published_at: z.nullable(f.instant),
  can: z.object({ publish: f.flag, discard: f.flag, undo: f.flag }),
});
export type Upload = z.output<typeof upload>;

/** The text fields of an upload; in multipart everything is text. */
export const uploadFields = z.strictObject({
  /** Default: recognised by content. */
  source: z.optional(sourceKey),
  /** Name of the school year, `2026 / 2027`; default: the current one. */
  school_year: z.optional(z.string().check(z.regex(/^\d{4} \/ \d{4}$/, 'school_year'))),
  /** JSON list of period times `[{hour, weekday, begins_at, ends_at}]` for files without times. */
  grid: z.optional(f.text(20_000)),
  /** First Monday of week A. */
  anchor: z.optional(f.date),
  do_not_print: z.optional(f.flagText),
});
