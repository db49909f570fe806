import type { AbsenceTypeState } from '@kreide/core/features/absences';

interface Case {
  readonly name: string;
  readonly lesson: { readonly begins_at: string; readonly ends_at: string };
  readonly absences: readonly {
    readonly begins_at: string;
    readonly ends_at: string;
    readonly state: AbsenceTypeState;
    readonly deleted_at: string | null;
  }[];
  readonly state: AbsenceTypeState;
}

const lesson = { begins_at: '2026-11-16T07:00:00.000Z', ends_at: '2026-11-16T07:45:00.000Z' };
const span = (from: string, until: string, state: AbsenceTypeState, deleted_at: string | null = null) => ({
  begins_at: `2026-11-${from}:00.000Z`,
  ends_at: `2026-11-${until}:00.000Z`,
  state,
  deleted_at,
});
const day = (state: AbsenceTypeState, deleted_at: string | null = null) =>
  span('15T23:00', '16T22:59', state, deleted_at);

/** What the core function and the expression of the server have to agree on. The lesson is on Monday from 08:00 to 08:45 in Berlin. */
export const MARK_STATE_CASES: readonly Case[] = [
  { name: 'nothing is known: unexcused', lesson, absences: [], state: 'UNEXCUSED' },
  { name: 'a whole day is excused', lesson, absences: [day('EXCUSED')], state: 'EXCUSED' },
  { name: 'nobody has decided yet', lesson, absences: [day('PENDING')], state: 'PENDING' },
  { name: 'known, and unexcused', lesson, absences: [day('UNEXCUSED')], state: 'UNEXCUSED' },
  {
    name: 'one excuse is enough',
    lesson,
    absences: [day('UNEXCUSED'), day('PENDING'), day('EXCUSED')],
    state: 'EXCUSED',
  },
  { name: 'pending is more than unexcused', lesson, absences: [day('UNEXCUSED'), day('PENDING')], state: 'PENDING' },
  { name: 'what is deleted does not count', lesson, absences: [day('EXCUSED', lesson.ends_at)], state: 'UNEXCUSED' },
  {
    name: 'an excuse that ends as the lesson begins',
    lesson,
    absences: [span('16T05:00', '16T07:00', 'EXCUSED')],
    state: 'UNEXCUSED',
  },
  {
    name: 'an excuse that begins as the lesson ends',
    lesson,
    absences: [span('16T07:45', '16T09:00', 'EXCUSED')],
    state: 'UNEXCUSED',
  },
  {
    name: 'an excuse for the last minute',
    lesson,
    absences: [span('16T07:44', '16T09:00', 'EXCUSED')],
    state: 'EXCUSED',
  },
  {
    name: 'an excuse of the week before',
    lesson,
    absences: [span('08T23:00', '09T22:59', 'EXCUSED')],
    state: 'UNEXCUSED',
  },
];
