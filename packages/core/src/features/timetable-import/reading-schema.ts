import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** Names in a database. */
const NAME_MAXIMUM = 255;
const name = f.text(NAME_MAXIMUM).check(z.minLength(1));

/** What a table of lessons may tell; the day and the period it has to. */
export const TABLE_FIELDS = ['lesson', 'classes', 'teachers', 'subject', 'rooms', 'weekday', 'period', 'week'] as const;
export type TableField = (typeof TABLE_FIELDS)[number];

/** Which column tells what. */
const tableColumns = z.strictObject({
  lesson: z.optional(name),
  classes: z.optional(name),
  teachers: z.optional(name),
  subject: z.optional(name),
  rooms: z.optional(name),
  weekday: name,
  period: name,
  week: z.optional(name),
});
export type TableColumns = z.output<typeof tableColumns>;

/**
 * How the periods of a file are meant whose first period is not 1: as numbers of periods, or as places in the day.
 * `none`: not at all, without the lessons.
 */
export const PERIOD_READINGS = ['number', 'place', 'none'] as const;
export type PeriodReading = (typeof PERIOD_READINGS)[number];

const tableAnswer = z.strictObject({
  kind: z.literal('table'),
  table: name,
  columns: tableColumns,
  /** The number of Monday. */
  monday: z.union([z.literal(0), z.literal(1)]),
});
export type TableAnswer = z.output<typeof tableAnswer>;

/** What somebody says about a file that can be read in several ways. */
export const readingAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('periods'), reading: z.enum(PERIOD_READINGS) }),
  tableAnswer,
]);
export type ReadingAnswer = z.output<typeof readingAnswer>;

const tableOfFile = z.object({
  name: z.string(),
  rows: z.int(),
  /** With some of its values, cut. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
  /** What its columns may be, by their names and values; a field is left out where several or none may. */
  proposed: z.partial(tableColumns),
});
export type TableOfFile = z.output<typeof tableOfFile>;

/** What has to be said about a file before it can be read, or was. */
export type ReadingQuestion =
  | { kind: 'periods'; file: string; first_period: number }
  /** Those that look most like lessons first. */
  | { kind: 'table'; file: string; tables: TableOfFile[] };

/** A question of a file, under which its answer counts for every file of the same make. */
export interface AskedReading {
  /** The same for all files that an answer is good for. */
  make: string;
  question: ReadingQuestion;
  /** Null: not said yet. */
  answer: ReadingAnswer | null;
}

/** The question of one upload, with what was said: of a table, or of periods. */
export const uploadReading = z.object({
  kind: z.enum(['periods', 'table']),
  file: z.string(),
  /** The number of the first period, where that is the question. */
  first_period: z.nullable(z.int()),
  tables: z.array(tableOfFile),
  said: z.object({ periods: z.nullable(z.enum(PERIOD_READINGS)), table: z.nullable(tableAnswer) }),
});
export type UploadReading = z.output<typeof uploadReading>;

export function toUploadReading({ question, answer }: AskedReading): UploadReading {
  return {
    kind: question.kind,
    file: question.file,
    first_period: question.kind === 'periods' ? question.first_period : null,
    tables: question.kind === 'table' ? question.tables : [],
    said: {
      periods: answer?.kind === 'periods' ? answer.reading : null,
      table: answer?.kind === 'table' ? answer : null,
    },
  };
}

/** Is the answer one to this question, about what there is? */
export function fitsQuestion(question: ReadingQuestion, answer: ReadingAnswer): boolean {
  if (question.kind === 'periods' || answer.kind === 'periods') return question.kind === answer.kind;
  const table = question.tables.find((one) => one.name === answer.table);
  if (!table) return false;
  const named = Object.values(answer.columns);
  return named.every((column) => table.columns.some((one) => one.name === column));
}

/** The same as JSON in a field of a form. */
export const readingText = f.text(4_000);
