import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { COMPARISON_STEPS, COMPARISON_TYPES } from './comparison.ts';
import { DATE_ORDERS } from './dates.ts';
import { PERSON_FIELDS } from './fields.ts';
import { CANDIDATE_REASONS, MATCHED_BY } from './matching.ts';
import { CHANGED_FIELDS, LINE_KINDS } from './plan.ts';
import { EVIDENCE, SURENESS } from './preset.ts';
import { PRESET_IDS } from './presets.ts';
import { IMPORT_TYPES, NOTES, REJECTED_REASONS, UNREADABLE_PEOPLE } from './records.ts';

/** Limits of an upload. */
export const IMPORT_FILE_MAXIMUM = 32 * 1024 * 1024;
export const IMPORT_FILES_MAXIMUM = 10;
/** Doubtful classes of one import: of a column with more nobody can mean all. */
export const DOUBTFUL_MAXIMUM = 500;
/** Lines of a plan on a page. */
export const IMPORT_PAGE = 100;
/** Saved imports on a page. */
export const BULKS_PAGE = 20;
/** What the saved imports can be ordered by: the newest or the oldest first. */
export const RUN_ORDERS = ['-at', 'at'] as const;
export type RunOrder = (typeof RUN_ORDERS)[number];
/** A plan that nobody saves is dropped after so many days. */
export const IMPORT_DAYS = 7;

export const RUN_STATES = [
  /** A comparison that has no list yet. */
  'OPEN',
  'QUEUED',
  'PROCESSING',
  'READY',
  'SAVING',
  'SAVED',
  /** It is being taken back: all of it or nothing. */
  'UNDOING',
  'UNDONE',
  'DISCARDED',
  'FAILED',
] as const;

/** Columns by header; those with equal names are numbered: `Name (2)`. Without a header by number. */
export const columnsField = z.record(f.text(200), z.enum([...PERSON_FIELDS, 'skip']));

const presetField = z.enum(PRESET_IDS);

/** The text fields of an upload: a mapping profile. In multipart everything is text. */
export const importFields = z.strictObject({
  /** Whose ids these are: a second file of the same source finds its people by them. */
  source: z.optional(f.line(60)),
  /** Of rows that do not say it themselves; default: the columns tell. */
  type: z.optional(z.enum(IMPORT_TYPES)),
  /** What comes first in 03/04/2012; default: what the column proves. */
  date_order: z.optional(z.enum(DATE_ORDERS)),
  /** JSON object of columns and fields, `{"Zuname": "lastname", "Spalte 3": "skip"}`. */
  columns: z.optional(f.text(20_000)),
  /** The program whose lists they are; default: by the words of their headers. */
  preset: z.optional(presetField),
  /** The list of the open comparison, whose decisions stay. */
  comparison: z.optional(z.literal('true')),
});

const mapping = z.strictObject({
  source: z.optional(f.line(60)),
  type: z.optional(z.enum(IMPORT_TYPES)),
  date_order: z.optional(z.enum(DATE_ORDERS)),
  columns: z.optional(columnsField),
  preset: z.optional(presetField),
});

/** A mapping profile as it is kept in a file, as the text fields of an upload; null: it is none. */
export function parseMapping(value: unknown): z.input<typeof importFields> | null {
  const parsed = z.safeParse(mapping, value);
  if (!parsed.success) return null;
  const { columns, ...fields } = parsed.data;
  return { ...fields, ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }) };
}

const counts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  missing: z.int(),
  ambiguous: z.int(),
  rejected: z.int(),
});
export type RunCounts = z.output<typeof counts>;

/** What a run is: an import of a list, or people who were made for letters with codes. */
export const RUN_KINDS = ['import', 'generated'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** The query of the list of what was saved. */
export const bulksQuery = z.object({
  page: f.pageQuery,
  kind: z.optional(z.enum(RUN_KINDS)),
  order: z.optional(z.enum(RUN_ORDERS)),
});

/** A class or a teacher of the list whom the school does not have. */
export const listedEntities = z.object({
  /** Doubtful: it may be no class, or one that the school or the list has under another spelling. */
  grades: z.array(z.object({ shortcut: z.string(), people: z.int(), is_doubtful: z.boolean() })),
  teachers: z.array(z.object({ shortcut: z.string(), firstname: z.string(), lastname: z.string() })),
});
export type ListedEntities = z.output<typeof listedEntities>;

/** Accounts that may be one person's. */
export const duplicateGroup = z.object({
  /** Of its first account. */
  id: f.id,
  /** Nothing is left to decide: all but one are left out, or they are people of their own. */
  is_settled: z.boolean(),
  users: z.array(
    z.object({
      id: f.id,
      name: z.string(),
      type: z.enum(IMPORT_TYPES),
      class: z.nullable(z.string()),
      birth_date: z.nullable(f.date),
      email: z.nullable(z.string()),
      /** Nobody has signed in with it yet. */
      is_waiting: z.boolean(),
      is_removed: z.boolean(),
    }),
  ),
});
export type DuplicateGroup = z.output<typeof duplicateGroup>;
/** Groups on a page. */
export const DUPLICATES_PAGE = 20;

/**
 * What taking an import back does with somebody: an account that it made goes, or is archived once it was used; others are as
 * before it, except for what somebody has changed since then, which is kept.
 */
export const REVERT_FATES = ['removed', 'archived', 'restored', 'kept'] as const;
export type RevertFate = (typeof REVERT_FATES)[number];

/** Whom taking an import back would change, as it was tried out last. */
export const bulkRevertPreview = z.object({
  /** 0 to 100: of trying it out. */
  progress: z.int(),
  /** Nobody is at it; asking anew goes on at once. */
  is_stalled: f.flag,
  /** Null until it is whole. */
  people: z.nullable(z.array(z.object({ id: f.id, name: z.string(), fate: z.enum(REVERT_FATES) }))),
});
export type BulkRevertPreview = z.output<typeof bulkRevertPreview>;

/** One import of people, from its upload to its end. */
export const importRun = z.object({
  id: f.id,
  uuid: f.uuid,
  kind: z.enum(RUN_KINDS),
  state: z.enum(RUN_STATES),
  /** 0 to 100: of reading, then of saving, then of taking back. */
  progress: z.int(),
  source: z.string(),
  files: z.array(z.object({ name: z.string(), size: z.int() })),
  counts: z.nullable(counts),
  /** Of the plan that is shown; saving names it. */
  revision: z.nullable(z.string()),
  /** How each file was read; a workbook has neither encoding nor delimiter. */
  tables: z.array(
    z.object({
      file: z.string(),
      sheet: z.nullable(z.string()),
      encoding: z.nullable(z.string()),
      delimiter: z.nullable(z.string()),
      has_header: z.boolean(),
      rows: z.int(),
    }),
  ),
  /** What somebody said about how to read it: the mapping profile of its source. */
  profile: z.object({
    columns: columnsField,
    type: z.nullable(z.enum(IMPORT_TYPES)),
    date_order: z.nullable(z.enum(DATE_ORDERS)),
    preset: z.nullable(z.string()),
  }),
  /** Programs that the lists may come from; none counts before somebody has said so. */
  proposals: z.array(
    z.object({
      preset: z.string(),
      name: z.string(),
      sure: z.enum(SURENESS),
      evidence: z.array(z.enum(EVIDENCE)),
      file: z.string(),
      sheet: z.nullable(z.string()),
      headers: z.array(z.string()),
      /** What speaks for it, how sure it is and what the preset is known from, in words. */
      text: z.string(),
    }),
  ),
  /** How each column was read. */
  columns: z.array(
    z.object({
      file: z.string(),
      sheet: z.nullable(z.string()),
      header: z.string(),
      field: z.nullable(z.enum(PERSON_FIELDS)),
      is_sensitive: z.boolean(),
    }),
  ),
  /** People of the lists by what they are. */
  roles: z.array(z.object({ type: z.enum(IMPORT_TYPES), people: z.int() })),
  /** Classes that the file speaks for, and those that saving adds. */
  classes: z.array(z.string()),
  new_classes: z.array(z.string()),
  /** New classes that look like something else, or like another class: saving adds them only where they are accepted. */
  doubtful_classes: z.array(z.string()),
  /** Of a change of school year, with the step that it is at. */
  comparison: z.nullable(z.object({ type: z.enum(COMPARISON_TYPES), step: z.enum(COMPARISON_STEPS) })),
  /** Parents stay though none of their children does. */
  keeps_parents: z.boolean(),
  /** Archiving the missing needs `many_missing`. */
  many_missing: z.boolean(),
  /**
   * The office has numbered its people anew: of `known` people of the list whom the school has an id of, more than a few
   * come with another one. `taken`: for so many it is decided that they are who they were. Null: no more than usual.
   */
  renumbered: z.nullable(z.object({ known: z.int(), people: z.int(), taken: z.int() })),
  notes: z.array(z.object({ code: z.enum(NOTES), text: z.string() })),
  error: z.nullable(z.object({ code: z.enum(UNREADABLE_PEOPLE), file: z.string(), text: z.string() })),
  created_at: f.instant,
  saved_at: z.nullable(f.instant),
  undone_at: z.nullable(f.instant),
  /** People whom undoing left as somebody had changed them meanwhile. */
  kept_count: z.int(),
  /** Of generated people: their codes, and how many of these nobody has used yet. */
  letters: z.nullable(z.object({ made: z.int(), open: z.int() })),
  /** Where the letters and the spreadsheet can be read, as long as a code is open (T-3.85). */
  meta: z.object({ pdf: z.nullable(z.string()), xls: z.nullable(z.string()) }),
  /** `resume`: it is being saved or taken back, and the server is not at it any more. */
  can: z.object({ save: f.flag, discard: f.flag, undo: f.flag, resume: f.flag }),
});
export type ImportRun = z.output<typeof importRun>;

/** `directory`: the name of that at which the school signs in; null: it has none. */
export const comparisonSourcesOf = z.object({ directory: z.nullable(z.string()) });

/** One person of the plan. */
export const importLine = z.object({
  /** Of the line in the plan. */
  id: z.int(),
  /** Of the file; null: somebody of the school. */
  key: z.nullable(z.string()),
  kind: z.enum(LINE_KINDS),
  type: z.nullable(z.enum(IMPORT_TYPES)),
  user_id: z.nullable(f.id),
  name: z.string(),
  class: z.nullable(z.string()),
  birth_date: z.nullable(f.date),
  places: z.array(z.object({ file: z.string(), sheet: z.nullable(z.string()), line: z.int() })),
  matched_by: z.nullable(z.enum(MATCHED_BY)),
  changes: z.array(
    z.object({ field: z.enum(CHANGED_FIELDS), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  candidates: z.array(
    z.object({
      id: f.id,
      name: z.string(),
      class: z.nullable(z.string()),
      birth_date: z.nullable(f.date),
      score: z.number(),
      reason: z.enum(CANDIDATE_REASONS),
      text: z.string(),
    }),
  ),
  /** Is left out of archiving: somebody decided so. */
  is_kept: z.boolean(),
  rejected: z.nullable(
    z.object({
      column: z.nullable(z.string()),
      value: z.nullable(z.string()),
      code: z.enum(REJECTED_REASONS),
      text: z.string(),
      /** The row as it was read. */
      cells: z.array(z.string()),
    }),
  ),
});
export type ImportLine = z.output<typeof importLine>;
