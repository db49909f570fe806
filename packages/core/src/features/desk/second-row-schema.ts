import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { lesson } from '../timetable/index.ts';
import { decisionDraft, deskLesson } from './schema.ts';

/** Answers to an open lesson beside people (D-8.12), in the order in which they are offered. */
export const SECOND_ROW = ['MERGE', 'BRING_FORWARD', 'DROP', 'TWO_ROOMS', 'ALONE'] as const;
export type SecondRowKind = (typeof SECOND_ROW)[number];

const reason = z.object({
  reason: z.enum([
    'same_time',
    'same_subject',
    'same_level',
    'last_lesson',
    'first_lesson',
    'only_lesson',
    'teacher_free',
    'outside_core',
    'no_core_time',
    'next_door',
    'has_task',
  ]),
});
export type SecondRowReason = z.output<typeof reason>;

const consequence = z.discriminatedUnion('consequence', [
  /** When school ends or begins for the class. */
  z.object({ consequence: z.enum(['ends_at', 'begins_at']), time: f.time }),
  z.object({
    consequence: z.enum(['no_school', 'half_double', 'other_room', 'open_doors', 'unwatched', 'needs_text']),
  }),
  z.object({ consequence: z.literal('pupils'), count: z.int() }),
  z.object({ consequence: z.literal('too_many'), count: z.int(), capacity: z.int() }),
]);
export type SecondRowConsequence = z.output<typeof consequence>;

export const refusedSecondRow = z.object({
  kind: z.enum(SECOND_ROW),
  reason: z.enum([
    'nothing_later',
    'teacher_busy',
    'no_room',
    'in_core_time',
    'nothing_parallel',
    'no_neighbour',
    'not_edge',
  ]),
  /** Of `in_core_time`; null: from the beginning, to the end of the day. */
  core_begins_at: z.nullable(f.time),
  core_ends_at: z.nullable(f.time),
});
export type RefusedSecondRow = z.output<typeof refusedSecondRow>;

export const secondRowAnswer = z.object({
  kind: z.enum(SECOND_ROW),
  /** The lesson that is brought forward, merged with, or taught next door. */
  other: z.nullable(
    z.pick(deskLesson, {
      lesson_id: true,
      hour: true,
      time_begins_at: true,
      subject: true,
      course: true,
      grades: true,
      teachers: true,
      bookables: true,
    }),
  ),
  reasons: z.array(reason),
  consequences: z.array(consequence),
  /** What is decided by it: of the lesson, and of the other one where it moves. */
  decisions: z.array(decisionDraft),
  /** What pupils, parents and teachers would read of it. */
  reads: z.array(lesson),
});
export type SecondRowAnswer = z.output<typeof secondRowAnswer>;

export const secondRowAnswers = z.object({ answers: z.array(secondRowAnswer), refused: z.array(refusedSecondRow) });
export type SecondRowAnswers = z.output<typeof secondRowAnswers>;
