import * as z from 'zod/mini';
import type { Weekday } from '../../kernel/calendar/dates.ts';
import * as f from '../../kernel/fields.ts';

/** Names in a database. */
const NAME_MAXIMUM = 255;
const name = f.text(NAME_MAXIMUM).check(z.minLength(1));

/** The fields that a table of lessons may have; day and period it must have. */
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

/** Days that a week of a plan has at most. */
const DAYS_MAXIMUM = 7;
const weekday = z.int().check(z.minimum(1), z.maximum(DAYS_MAXIMUM));

/**
 * Which weekdays the days of a file are, Monday is 1. Days beyond those that are said follow them: the first one alone says
 * all of days that follow each other.
 */
const daysAnswer = z.strictObject({
  kind: z.literal('days'),
  weekdays: z.array(weekday).check(
    z.minLength(1),
    z.maxLength(DAYS_MAXIMUM),
    z.refine((days) => new Set(days).size === days.length),
  ),
});
export type DaysAnswer = z.output<typeof daysAnswer>;

/** What somebody says about a file that can be read in several ways. */
export const readingAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('periods'), reading: z.enum(PERIOD_READINGS) }),
  tableAnswer,
  daysAnswer,
]);
export type ReadingAnswer = z.output<typeof readingAnswer>;

const tableOfFile = z.object({
  name: z.string(),
  rows: z.int(),
  /** With some of its values, cut. */
  columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
  /** The likely columns, by their names and values; a field is left out where several columns or none fit. */
  proposed: z.partial(tableColumns),
});
export type TableOfFile = z.output<typeof tableOfFile>;

/** The questions about a file that somebody has to answer before it can be read, or has answered. */
export type ReadingQuestion =
  | { kind: 'periods'; file: string; first_period: number }
  /** Those that look most like lessons first. */
  | { kind: 'table'; file: string; tables: TableOfFile[] }
  /** The names of its days in their order. */
  | { kind: 'days'; file: string; days: string[] };

/** A question of a file, under which its answer counts for every file of the same make. */
export interface AskedReading {
  /** The same for all files that an answer is good for. */
  make: string;
  question: ReadingQuestion;
  /** Null: not said yet. */
  answer: ReadingAnswer | null;
}

/** The kinds of questions. */
export const READING_KINDS = ['periods', 'table', 'days'] as const;

/** The question of one upload, with what was said: of a table, of periods, or of days. */
export const uploadReading = z.object({
  kind: z.enum(READING_KINDS),
  file: z.string(),
  /** The number of the first period, where that is the question. */
  first_period: z.nullable(z.int()),
  tables: z.array(tableOfFile),
  /** The names of the days in their order, where those are the question. */
  days: z.array(z.string()),
  said: z.object({
    periods: z.nullable(z.enum(PERIOD_READINGS)),
    table: z.nullable(tableAnswer),
    /** The weekday of each day. */
    days: z.nullable(z.array(weekday)),
  }),
});
export type UploadReading = z.output<typeof uploadReading>;

export function toUploadReading({ question, answer }: AskedReading): UploadReading {
  return {
    kind: question.kind,
    file: question.file,
    first_period: question.kind === 'periods' ? question.first_period : null,
    tables: question.kind === 'table' ? question.tables : [],
    days: question.kind === 'days' ? question.days : [],
    said: {
      periods: answer?.kind === 'periods' ? answer.reading : null,
      table: answer?.kind === 'table' ? answer : null,
      days: answer?.kind === 'days' && question.kind === 'days' ? fillWeekdays(answer, question.days.length) : null,
    },
  };
}

/** The weekday of each of so many days; null: the answer says more days than there are, or one of them twice. */
export function fillWeekdays({ weekdays }: Pick<DaysAnswer, 'weekdays'>, count: number): Weekday[] | null {
  const filled = [...weekdays];
  while (filled.length < count) filled.push(((filled.at(-1) ?? 0) % DAYS_MAXIMUM) + 1);
  return filled.length === count && new Set(filled).size === count ? (filled as Weekday[]) : null;
}

/** Is the answer one to this question, about what there is? */
export function fitsQuestion(question: ReadingQuestion, answer: ReadingAnswer): boolean {
  if (question.kind === 'days') return answer.kind === 'days' && fillWeekdays(answer, question.days.length) !== null;
  if (question.kind === 'periods') return answer.kind === 'periods';
  if (answer.kind !== 'table') return false;
  const table = question.tables.find((one) => one.name === answer.table);
  if (!table) return false;
  const named = Object.values(answer.columns);
  return named.every((column) => table.columns.some((one) => one.name === column));
}

/** The same as JSON in a field of a form. */
export const readingText = f.text(4_000);
