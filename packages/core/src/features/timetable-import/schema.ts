import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { READING_KINDS, readingText } from './reading-schema.ts';
import { REASONS, UNREADABLE } from './reasons.ts';

/** The thirteen import sources, keys on the wire (T-3.87). */
export const SOURCES = [
  { key: 'untis-remote', name: 'Untis remote', choosable: false, files: ['json'] },
  { key: 'untis', name: 'Untis', choosable: true, files: ['gpn', 'untis', 'xml', 'txt', 'zip'] },
  { key: 'planner', name: 'Kreide planner', choosable: true, files: ['json'] },
  { key: 'davinci', name: 'Davinci 6', choosable: true, files: ['davinci', 'json', 'txt', 'html'] },
  { key: 'indiware', name: 'Indiware 4/5/6', choosable: true, files: ['xml', 'zip'] },
  { key: 'pupil', name: 'Pupil', choosable: true, files: ['xlsx', 'txt', 'csv'] },
  { key: 'generic-api', name: 'Generic API', choosable: true, files: ['json', 'ics', 'fet', 'xml', 'zip'] },
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
  /** Is it the school's? */
  is_chosen: z.boolean(),
});
export type Source = z.output<typeof source>;

export const UPLOAD_STATES = ['QUEUED', 'PROCESSING', 'READY', 'PUBLISHED', 'UNDONE', 'DISCARDED', 'FAILED'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Limits of an upload in bytes: one file, and all of an archive unpacked. */
export const UPLOAD_FILE_MAXIMUM = 64 * 1024 * 1024;
/** Uploads on a page. */
export const UPLOADS_PAGE = 20;
/** What the uploads can be ordered by: the newest or the oldest first. */
export const UPLOAD_ORDERS = ['-at', 'at'] as const;
export type UploadOrder = (typeof UPLOAD_ORDERS)[number];
export const UPLOAD_UNPACKED_MAXIMUM = 512 * 1024 * 1024;
export const UPLOAD_FILES_MAXIMUM = 40;
/** Changing and removing more than this share of the lessons in force needs `replace`. */
export const CHANGE_LIMIT = 0.2;

export const counts = z.object({
  lessons: z.int(),
  placements: z.int(),
  grades: z.int(),
  teachers: z.int(),
  bookables: z.int(),
  subjects: z.int(),
  substitutions: z.int(),
  supervisions: z.optional(z.int()),
  holidays: z.optional(z.int()),
  exams: z.optional(z.int()),
});
export type UploadCounts = z.output<typeof counts>;

const change = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
});

/** Everything that an import changes besides lessons and substitutions; exams are also among the substitutions. */
export const PARTS = [
  'grades',
  'teachers',
  'bookables',
  'subjects',
  'courses',
  'times',
  'holidays',
  'supervisions',
  'exams',
] as const;
export type Part = (typeof PARTS)[number];
const parts = z.object({
  grades: change,
  teachers: change,
  bookables: change,
  subjects: change,
  courses: change,
  times: change,
  holidays: change,
  supervisions: change,
  exams: change,
});
export type PartChanges = z.output<typeof parts>;

/** Of an upload that changes nothing there. */
export const NO_PARTS: PartChanges = Object.fromEntries(
  PARTS.map((part) => [part, { added: 0, changed: 0, removed: 0 }]),
) as PartChanges;

/** How many records of each kind publishing would add, change and remove; lessons are places in the weekly plan. */
const changeCounts = z.object({ lessons: change, substitutions: change, parts });

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

export const CHANGE_KINDS = ['added', 'changed', 'removed'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
/** The subject of a line of the difference. */
export const CHANGE_SUBJECTS = [
  'lesson',
  'substitution',
  'grade',
  'teacher',
  'bookable',
  'subject',
  'course',
  'time',
  'holiday',
] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];

/** One line of the difference, for the person who decides. */
export const changeLine = z.object({
  kind: z.enum(CHANGE_KINDS),
  of: z.enum(CHANGE_SUBJECTS),
  text: z.string(),
});

/** The same line in its parts, as tables show it. */
export const changeRow = z.extend(changeLine, {
  /** Classes and subject, or the name of the record. */
  what: z.string(),
  /** Null: it is new. */
  before: z.nullable(z.string()),
  /** Null: it goes. */
  after: z.nullable(z.string()),
});
export type ChangeRow = z.output<typeof changeRow>;

/** The whole difference of an upload. */
export const difference = z.object({
  revision: z.int(),
  /** False: the upload is not ready any more, and only the first lines were kept. */
  is_complete: z.boolean(),
  rows: z.array(changeRow),
});

export const upload = z.object({
  id: f.id,
  /** Counted per school, from 1: the number that people see. */
  number: z.int(),
  uuid: f.uuid,
  /** Did the reader upload it? */
  is_own: z.boolean(),
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
    z.extend(changeCounts, {
      /** Of lessons and substitutions. */
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      /** The first 200 differences in words. */
      lines: z.array(changeLine),
      /** Lessons in force that the import may change or remove. */
      replaceable: z.int(),
      /** More than 20 percent of these would be changed or removed: publishing needs `replace`. */
      needs_replace: z.boolean(),
      /** Nothing at all would change: there is nothing to publish. */
      is_empty: z.boolean(),
      /** The revision of the plan that it was compared with; publishing names it. */
      revision: z.int(),
    }),
  ),
  warnings: z.array(z.string()),
  rejected: z.array(rejected),
  rejected_count: z.int(),
  /** Why it failed, in words. */
  error: z.nullable(z.string()),
  /** The same for programs; `file` is null when it is about all of them. */
  failure: z.nullable(z.object({ code: z.enum(UNREADABLE), file: z.nullable(z.string()) })),
  /** The questions that can be answered about its files. */
  asks: z.nullable(z.enum(READING_KINDS)),
  created_at: f.instant,
  published_at: z.nullable(f.instant),
  can: z.object({ publish: f.flag, discard: f.flag, undo: f.flag, reprocess: f.flag, choose_reading: f.flag }),
});
export type Upload = z.output<typeof upload>;

/** The text fields of an upload; in multipart everything is text. */
export const uploadFields = z.strictObject({
  /** Default: recognised by content. */
  source: z.optional(sourceKey),
  /**
   * Name of the school year, `2026 / 2027`; default: the active one. Named, it is meant: a file of another year is
   * taken, and its dates outside of the year are rejected row by row.
   */
  school_year: z.optional(z.string().check(z.regex(/^\d{4} \/ \d{4}$/, 'school_year'))),
  /** JSON list of period times `[{hour, weekday, begins_at, ends_at}]` for files without times. */
  grid: z.optional(f.text(20_000)),
  /** First Monday of week A. */
  anchor: z.optional(f.date),
  do_not_print: z.optional(f.flagText),
  /** JSON `{kind, …}`: how files that can be read in several ways are meant; kept for the school. */
  reading: z.optional(readingText),
});

/** What a program that brings plans knows about its school. */
export const schoolForPrograms = z.object({
  school: z.object({ id: f.id, uuid: f.uuid, slink: f.slink, name: z.string(), time_zone: z.string() }),
  /** The source of the school; null: recognised from the files. */
  source: z.nullable(sourceKey),
  school_years: z.array(z.object({ name: z.string(), begins_at: f.date, ends_at: f.date, is_active: z.boolean() })),
  last_upload: z.nullable(upload),
});
export type SchoolForPrograms = z.output<typeof schoolForPrograms>;
