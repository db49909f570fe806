import {
  type CoreTime,
  type DayLesson,
  type DayPlan,
  isFree,
  isOfSamePupils,
  liesToCore,
  ofItsClasses,
  stepsBetween,
} from './day-lessons.ts';
import { overlaps, type Span } from './people.ts';
import type { DecisionDraft } from './schema.ts';
import type { RefusedSecondRow, SecondRowConsequence, SecondRowKind, SecondRowReason } from './second-row-schema.ts';

/** So many classes to merge with, or teachers next door, are offered. */
const OFFERED = 3;

/** An answer before it has words and drafts. */
export interface SecondRowFound {
  readonly kind: SecondRowKind;
  /** The lesson that is brought forward, merged with, or taught next door. */
  readonly other: DayLesson | null;
  readonly reasons: readonly SecondRowReason[];
  readonly consequences: readonly SecondRowConsequence[];
  /** What becomes of the open lesson, and of the other one where it moves. */
  readonly decisions: readonly DecisionDraft[];
}

export interface SecondRow {
  readonly answers: SecondRowFound[];
  readonly refused: RefusedSecondRow[];
}

/** What is asked: a lesson whose teacher is missing. */
export interface SecondRowQuestion {
  readonly lesson: DayLesson;
  /** Those of its teachers who are there. */
  readonly present_ids: readonly number[];
  /** Its teacher left a task for it. */
  readonly has_task: boolean;
}

type Found = SecondRowFound | RefusedSecondRow;
const isAnswer = (one: Found): one is SecondRowFound => 'decisions' in one;

function draftOf(lesson: DayLesson, values: Partial<DecisionDraft>): DecisionDraft {
  return {
    id: lesson.decision?.id ?? null,
    lesson_id: lesson.lesson_id,
    version: lesson.decision?.version ?? 0,
    kind: 'CHANGED',
    hour: null,
    subject_id: null,
    grade_ids: [],
    teacher_ids: [...lesson.teacher_ids],
    bookable_ids: [...lesson.bookable_ids],
    comment: null,
    target: null,
    ...values,
  };
}

const refusedBy = (kind: SecondRowKind, reason: RefusedSecondRow['reason'], core?: CoreTime): RefusedSecondRow => ({
  kind,
  reason,
  core_begins_at: core?.begins_at ?? null,
  core_ends_at: core?.ends_at ?? null,
});

/** Why a time at the edge of the day may stay empty; null: it lies in the core time. */
function mayStayEmpty(span: Span, gradeIds: readonly number[], plan: DayPlan): SecondRowReason | CoreTime {
  const lies = liesToCore(span, gradeIds, plan.core);
  return lies.at === 'inside' ? lies.core : { reason: lies.at === 'outside' ? 'outside_core' : 'no_core_time' };
}
const isReason = (one: SecondRowReason | CoreTime): one is SecondRowReason => 'reason' in one;

/** Is a room free at a time, apart from the lessons named? */
function isRoomFree(id: number, span: Span, { others, rooms }: DayPlan, except: readonly DayLesson[]): boolean {
  if (rooms.get(id)?.absent.some((one) => overlaps(one, span))) return false;
  return !others.some((one) => !except.includes(one) && overlaps(one, span) && one.bookable_ids.includes(id));
}

/** The last lesson of the class takes the place of the open one: its teacher is free then, and school ends earlier. */
function bringForward({ lesson }: SecondRowQuestion, plan: DayPlan): Found {
  const kind = 'BRING_FORWARD';
  const { others, periods } = plan;
  const place = periods.find(
    (one) => one.hour === lesson.hour && one.begins_at === lesson.begins_at && one.ends_at === lesson.ends_at,
  );
  const own = ofItsClasses(lesson, others);
  const last = own.filter(
    (one) =>
      one.lesson_id !== null &&
      one.begins_at >= lesson.ends_at &&
      periods.filter((period) => overlaps(period, one)).length === 1 &&
      isOfSamePupils(lesson, one, others) &&
      !own.some((later) => later !== one && later.ends_at > one.begins_at),
  );
  const [other] = last.filter(({ is_planned, is_taught }) => is_planned && is_taught);
  if (!place || !other) return refusedBy(kind, 'nothing_later');
  const allowed = mayStayEmpty(other, other.grade_ids, plan);
  if (!isReason(allowed)) return refusedBy(kind, 'in_core_time', allowed);
  const isThere = other.teacher_ids.length > 0 && other.teacher_ids.every((id) => isFree(plan.people.get(id), lesson));
  if (!isThere) return refusedBy(kind, 'teacher_busy');
  const rooms = [other.bookable_ids, lesson.bookable_ids].find((ids) =>
    ids.every((id) => isRoomFree(id, lesson, plan, [other])),
  );
  if (!rooms) return refusedBy(kind, 'no_room');
  const before = own.filter((one) => one.ends_at <= other.begins_at).map(({ ends_at }) => ends_at);
  const ends_at = [...before, lesson.ends_at].sort().at(-1) as string;
  const isHalf = own.some(
    (one) =>
      one.ends_at <= other.begins_at &&
      one.subject_id === other.subject_id &&
      one.teacher_ids.some((id) => other.teacher_ids.includes(id)) &&
      !own.some((between) => between.begins_at >= one.ends_at && between.ends_at <= other.begins_at),
  );
  const target = { date: '', hour: place.hour };
  return {
    kind,
    other,
    reasons: [{ reason: 'last_lesson' }, { reason: 'teacher_free' }, allowed],
    consequences: [
      { consequence: 'ends_at', time: ends_at },
      ...(isHalf ? [{ consequence: 'half_double' } as const] : []),
      ...(rooms === other.bookable_ids ? [] : [{ consequence: 'other_room' } as const]),
    ],
    decisions: [
      draftOf(lesson, { kind: 'CANCLED' }),
      draftOf(other, { kind: 'MOVED', bookable_ids: [...rooms], target }),
    ],
  };
}

/** Everything that somebody teaches at the time of a lesson. */
const taughtAt = (lesson: DayLesson, teacherId: number, { others }: DayPlan): DayLesson[] =>
  others.filter((one) => overlaps(one, lesson) && one.teacher_ids.includes(teacherId));

/** Lessons at exactly the time of the open one whose teachers have only this one. */
function besides(lesson: DayLesson, plan: DayPlan): DayLesson[] {
  return plan.others.filter(
    (one) =>
      one.lesson_id !== null &&
      one.is_taught &&
      one.teacher_ids.length > 0 &&
      one.begins_at === lesson.begins_at &&
      one.ends_at === lesson.ends_at &&
      one.teacher_ids.every((id) => taughtAt(lesson, id, plan).length === 1),
  );
}

function isOfLevel(one: DayLesson, other: DayLesson, { levels }: DayPlan): boolean | null {
  const of = ({ grade_ids }: DayLesson) => new Set(grade_ids.flatMap((id) => levels.get(id) ?? []));
  const [here, there] = [of(one), of(other)];
  return here.size === 0 || there.size === 0 ? null : [...here].some((level) => there.has(level));
}

/** Lessons of the same subject at the same time: one teacher has both groups in one room. */
function merges({ lesson, present_ids }: SecondRowQuestion, plan: DayPlan): Found[] {
  const size = ({ lesson_id }: DayLesson) => plan.sizes.get(lesson_id ?? 0) ?? 0;
  const found = besides(lesson, plan)
    .filter(
      (one) =>
        lesson.subject_id !== null &&
        one.subject_id === lesson.subject_id &&
        one.bookable_ids.length > 0 &&
        isOfLevel(lesson, one, plan) !== false,
    )
    .map((other) => {
      const count = size(lesson) + size(other);
      const capacity = plan.rooms.get(other.bookable_ids[0] ?? 0)?.capacity ?? null;
      const isFull = capacity !== null && count > capacity;
      const crowd: SecondRowConsequence[] = isFull
        ? [{ consequence: 'too_many', count, capacity }]
        : count > 0
          ? [{ consequence: 'pupils', count }]
          : [];
      const teacher_ids = [...new Set([...present_ids, ...other.teacher_ids])];
      const isLevel = isOfLevel(lesson, other, plan) === true;
      const reasons = ['same_time', 'same_subject', ...(isLevel ? ['same_level'] : [])] as const;
      const answer: SecondRowFound = {
        kind: 'MERGE',
        other,
        reasons: reasons.map((reason) => ({ reason }) as SecondRowReason),
        consequences: crowd,
        decisions: [draftOf(lesson, { teacher_ids, bookable_ids: [...other.bookable_ids] })],
      };
      return { answer, isFull, count };
    })
    .sort((a, b) => Number(a.isFull) - Number(b.isFull) || a.count - b.count);
  return found.length === 0
    ? [refusedBy('MERGE', 'nothing_parallel')]
    : found.slice(0, OFFERED).map((one) => one.answer);
}

/** Teachers of neighbouring rooms watch both with open doors. */
function twoRooms({ lesson, present_ids }: SecondRowQuestion, plan: DayPlan): Found[] {
  const room = plan.rooms.get(lesson.bookable_ids[0] ?? 0);
  if (!room || room.absent.some((one) => overlaps(one, lesson))) return [refusedBy('TWO_ROOMS', 'no_neighbour')];
  const found = besides(lesson, plan)
    .flatMap((other) => {
      const next = plan.rooms.get(other.bookable_ids[0] ?? 0);
      const steps = next ? stepsBetween(room, next) : null;
      const [teacher] = other.teacher_ids;
      if (steps === null || teacher === undefined || plan.people.get(teacher)?.takes_none !== false) return [];
      return [{ other, steps, teacher }];
    })
    .sort((a, b) => a.steps - b.steps)
    .slice(0, OFFERED);
  if (found.length === 0) return [refusedBy('TWO_ROOMS', 'no_neighbour')];
  return found.map(({ other, teacher }) => ({
    kind: 'TWO_ROOMS',
    other,
    reasons: [{ reason: 'same_time' }, { reason: 'next_door' }],
    consequences: [{ consequence: 'open_doors' }],
    decisions: [draftOf(lesson, { teacher_ids: [...new Set([...present_ids, teacher])] })],
  }));
}

/** Nobody is with them: what the teacher left, or what the desk writes, is the task. */
function alone({ lesson, has_task }: SecondRowQuestion): Found {
  return {
    kind: 'ALONE',
    other: null,
    reasons: has_task ? [{ reason: 'has_task' }] : [],
    consequences: [{ consequence: 'unwatched' }, ...(has_task ? [] : [{ consequence: 'needs_text' } as const])],
    decisions: [draftOf(lesson, { teacher_ids: [] })],
  };
}

/** Without the lesson the class comes later or goes earlier, where its core time allows. */
function drop({ lesson }: SecondRowQuestion, plan: DayPlan): Found {
  const kind = 'DROP';
  const own = ofItsClasses(lesson, plan.others);
  const earlier = own.filter(({ begins_at }) => begins_at < lesson.begins_at);
  const later = own.filter(({ ends_at }) => ends_at > lesson.ends_at);
  if (lesson.grade_ids.length === 0 || (earlier.length > 0 && later.length > 0)) return refusedBy(kind, 'not_edge');
  const allowed = mayStayEmpty(lesson, lesson.grade_ids, plan);
  if (!isReason(allowed)) return refusedBy(kind, 'in_core_time', allowed);
  const isLast = later.length === 0 && earlier.length > 0;
  const times = isLast ? earlier.map(({ ends_at }) => ends_at) : later.map(({ begins_at }) => begins_at);
  const time = isLast ? times.sort().at(-1) : times.sort()[0];
  const consequence: SecondRowConsequence =
    time === undefined ? { consequence: 'no_school' } : { consequence: isLast ? 'ends_at' : 'begins_at', time };
  return {
    kind,
    other: null,
    reasons: [{ reason: isLast ? 'last_lesson' : time === undefined ? 'only_lesson' : 'first_lesson' }, allowed],
    consequences: [consequence],
    decisions: [draftOf(lesson, { kind: 'CANCLED' })],
  };
}

/**
 * What can become of an open lesson with nobody in its teacher's place (D-8.12): each answer with its reasons, its consequences
 * and the decisions that it is; and which of them are not possible, with the reason.
 * @param date the day, which a lesson that is brought forward stays in
 */
export function secondRow(question: SecondRowQuestion, plan: DayPlan, date: string): SecondRow {
  const found = [
    ...merges(question, plan),
    bringForward(question, plan),
    drop(question, plan),
    ...twoRooms(question, plan),
    alone(question),
  ];
  const answers = found.filter(isAnswer).map((one) => ({
    ...one,
    decisions: one.decisions.map((draft) => (draft.target ? { ...draft, target: { ...draft.target, date } } : draft)),
  }));
  return { answers, refused: found.filter((one): one is RefusedSecondRow => !isAnswer(one)) };
}
