import { spanOn } from '@kreide/core/features/desk';
import type { Period } from '@kreide/core/features/structure';
import { describe, expect, it } from 'vitest';
import type { PlanLesson, PlanSnapshot } from '../timetable/index.ts';
import { changesOn, type InForce, lessonsOn, listReplaced } from './changes.ts';
import { periodsOn } from './day.ts';
import { type DayFacts, missingOf, NOTHING_MARKED, toOpenLesson, toPeople } from './facts.ts';
import type { AbsenceRow } from './queries/absences.ts';
import type { DecisionRow } from './queries/decisions.ts';
import { listStranded } from './stranded.ts';

/** A Monday. */
const DAY = '2026-11-23';
const TIMES = { time_begins_at: '08:50', time_ends_at: '09:35' };

/** A lesson of teacher 1 in room 5 in the second period. */
const aLesson = (lesson_id: number, values: Partial<PlanLesson> = {}): PlanLesson => ({
  lesson_id,
  uuid: `l${lesson_id}`,
  external_lesson: '',
  hour: '2',
  ...TIMES,
  kind: null,
  comment: null,
  course_id: null,
  subject_id: 1,
  grade_ids: [10],
  teacher_ids: [1],
  bookable_ids: [5],
  dates: [DAY],
  ...values,
});
/** A change of an import at the same time. */
const aChange = (id: number, values: Partial<InForce> = {}): InForce => ({
  id,
  uuid: `c${id}`,
  source: 'csv',
  external_key: `s${id}`,
  kind: null,
  is_hidden: false,
  hour: '2',
  date: DAY,
  ...TIMES,
  comment: null,
  moved_comment: null,
  from_subject_id: 1,
  from_grade_ids: [10],
  from_teacher_ids: [1],
  from_bookable_ids: [5],
  course_id: null,
  subject_id: 1,
  grade_ids: [10],
  teacher_ids: [2],
  bookable_ids: [5],
  target_date: null,
  target_hour: null,
  target_time_begins_at: null,
  target_time_ends_at: null,
  replaces: [],
  ...values,
});
const anAbsence = (values: Partial<AbsenceRow> = {}): AbsenceRow => ({
  id: 1,
  teacher_id: 1,
  bookable_id: null,
  grade_id: null,
  begins_at: DAY,
  ends_at: DAY,
  time_begins_at: null,
  time_ends_at: null,
  days: [],
  absence_reason_id: null,
  created_at: '2026-11-18T09:20:00.000Z',
  comment: null,
  reported_at: null,
  created_by: null,
  ...values,
});
const of = (lesson_id: number) => [{ lesson_id, lesson_date: DAY }];

function factsOf(values: {
  lessons?: PlanLesson[];
  changes?: InForce[];
  absences?: AbsenceRow[];
  supervisions?: PlanSnapshot['supervisions'];
  standby?: number[];
  marked?: DayFacts['marked'];
  buildings?: Record<number, string>;
}): DayFacts {
  const {
    lessons = [],
    changes = [],
    absences = [],
    supervisions = [],
    standby = [],
    marked = NOTHING_MARKED,
    buildings = {},
  } = values;
  const year = { begins_at: '2026-08-01', ends_at: '2027-07-31' };
  const snapshot = { ...year, lessons, supervisions, substitutions: changes } as unknown as PlanSnapshot;
  const held = lessonsOn(snapshot, DAY, changes);
  const known = new Map(Object.entries(buildings).map(([id, name]) => [Number(id), name]));
  return { snapshot, date: DAY, changes, lessons: held, absences, standby: new Set(standby), marked, buildings: known };
}
const duty = (id: number) => ({
  id,
  user_id: null,
  grade_id: null,
  co_grade_id: null,
  no_substitution: false,
  no_supervision: false,
  contract_hours: null as number | null,
  subject_ids: [] as number[],
});
const personOf = (facts: DayFacts, id: number) => toPeople(facts, [duty(id)], 'week')[0];

describe('an absence', () => {
  it('of several days begins at its time on the first and ends at its time on the last of them', () => {
    const absence = anAbsence({ ends_at: '2026-11-25', time_begins_at: '10:00', time_ends_at: '12:00' });
    const spans = [DAY, '2026-11-24', '2026-11-25'].map((date) => Object.values(spanOn(absence, date)).join('–'));
    expect(spans).toEqual(['10:00–24:00', '00:00–24:00', '00:00–12:00']);
    // Of some weekdays it is from period to period on each of them.
    const each = spanOn({ ...absence, days: [1, 2, 3] }, '2026-11-24');
    expect(each).toEqual({ begins_at: '10:00', ends_at: '12:00' });
  });

  it('of a class opens a lesson that nobody comes to, until something is decided of it [T-3.01]', () => {
    const away = (...ids: number[]) => ids.map((grade_id) => anAbsence({ teacher_id: null, grade_id }));
    const isOpen = (absences: AbsenceRow[], changes: InForce[] = []) => {
      const facts = factsOf({ lessons: [aLesson(1, { grade_ids: [10, 11] })], absences, changes });
      return facts.lessons.map((held) => [missingOf(facts, held).isOpen, missingOf(facts, held).grades]);
    };
    expect(isOpen(away(10))).toEqual([[false, []]]);
    expect(isOpen(away(10, 11))).toEqual([[true, [10, 11]]]);
    expect(isOpen(away(10, 11), [aChange(1, { teacher_ids: [1], replaces: of(1) })])).toEqual([[false, [10, 11]]]);
  });

  it('leaves no lesson open that only says who is ready to step in', () => {
    const open = (standby: number[]) => {
      const facts = factsOf({ lessons: [aLesson(1)], absences: [anAbsence()], standby });
      return facts.lessons.map((held) => missingOf(facts, held).isOpen);
    };
    expect([open([]), open([1])]).toEqual([[true], [false]]);
  });

  it('sets nobody free: who has no class, and is not there either, is not asked', () => {
    const away = { lessons: [aLesson(1)], changes: [aChange(1, { kind: 'CANCLED', replaces: of(1) })] };
    expect(personOf(factsOf(away), 1)?.set_free).toHaveLength(1);
    expect(personOf(factsOf({ ...away, absences: [anAbsence()] }), 1)?.set_free).toEqual([]);
  });

  it('strands what is held without a lesson of the plan, and not what is cancelled', () => {
    const changes = [aChange(1, { teacher_ids: [1] }), aChange(2, { kind: 'CANCLED', teacher_ids: [1] })];
    expect(listStranded(factsOf({ changes, absences: [anAbsence()] })).map(({ id }) => id)).toEqual([1]);
  });
});

describe('a change', () => {
  it('that only says something keeps nobody busy', () => {
    const busyWith = (kind: InForce['kind']) => personOf(factsOf({ changes: [aChange(1, { kind })] }), 2)?.busy.length;
    expect([busyWith('MESSAGE'), busyWith('ADDITIONAL')]).toEqual([0, 1]);
  });

  it('gives way to a decision with the other end of its move; what is held beside the lesson stays', () => {
    const [moved, beside] = [aChange(1, { kind: 'MOVED_TO', replaces: of(7) }), { kind: 'ADDITIONAL' as const }];
    const arrival = aChange(2, { kind: 'MOVED_FROM', external_key: 's1:arrival', date: '2026-11-25' });
    const changes = [moved, arrival, aChange(3, { ...beside, replaces: of(7) }), aChange(4, { replaces: of(8) })];
    const { snapshot } = factsOf({ lessons: [aLesson(7)], changes });
    const decision = { lesson_id: 7, date: DAY, substitution_ids: [] as number[], is_draft: true, kind: 'CANCLED' };
    expect(listReplaced(snapshot, decision as unknown as DecisionRow).map(({ id }) => id)).toEqual([1, 2]);
    const known = { ...snapshot, lessonsById: new Map() } as PlanSnapshot;
    const shown = changesOn(known, DAY, [decision as unknown as DecisionRow]);
    expect(shown.map(({ id }) => id)).toEqual([3, 4]);
  });
});

it('periods of a day are those of its weekday in the place of the usual ones, without hidden ones and breaks', () => {
  const usual = { type: 'LESSON', weekday: null, is_hidden: false };
  const times = [
    { ...usual, hour: '1', begins_at: '08:00', ends_at: '08:45' },
    { ...usual, hour: '1', weekday: 1, begins_at: '08:10', ends_at: '08:45' },
    { ...usual, hour: '2', begins_at: '08:50', ends_at: '09:35' },
    { ...usual, hour: '3', begins_at: '09:40', ends_at: '10:25', is_hidden: true },
    { ...usual, hour: null, type: 'BREAK', begins_at: '10:25', ends_at: '10:40' },
  ] as unknown as Period[];
  const of = (date: string) => periodsOn({ times } as PlanSnapshot, date).map(({ begins_at }) => begins_at);
  expect([of(DAY), of('2026-11-24')]).toEqual([
    ['08:10', '08:50'],
    ['08:00', '08:50'],
  ]);
});

it('a lesson is in the buildings of the rooms that it has today, and so is what somebody does [D-8.10]', () => {
  const buildings = { 5: 'A', 6: 'B', 7: 'B' };
  const lessons = [aLesson(1, { bookable_ids: [5] }), aLesson(2, { teacher_ids: [3], bookable_ids: [6, 7, 8] })];
  const planned = factsOf({ lessons, buildings });
  const [first, second] = planned.lessons;
  if (!first || !second) throw new Error('two lessons');
  expect([first, second].map((held) => toOpenLesson(planned, held).buildings)).toEqual([['A'], ['B']]);
  expect(personOf(planned, 3)?.busy.map((one) => one.buildings)).toEqual([['B']]);
  const moved = aChange(9, { bookable_ids: [7], replaces: [{ lesson_id: 1, lesson_date: DAY }] as never });
  const changed = factsOf({ lessons, changes: [moved], buildings });
  expect(toOpenLesson(changed, changed.lessons[0] ?? first).buildings).toEqual(['B']);
  const extra = factsOf({ changes: [aChange(9, { kind: 'ADDITIONAL', bookable_ids: [5] })], buildings });
  expect(personOf(extra, 2)?.busy).toMatchObject([{ what: 'teaching', buildings: ['A'] }]);
  const yard = { teacher_ids: [4], bookable_ids: [6], before_hour: '3', dates: [DAY], ...TIMES };
  const supervised = factsOf({ supervisions: [yard as unknown as PlanSnapshot['supervisions'][number]], buildings });
  expect(personOf(supervised, 4)?.busy).toMatchObject([{ what: 'supervising', buildings: ['B'] }]);
});

describe('the part of a teacher in the substitutions', () => {
  /** Three given in the week; of the lessons, teacher 1 has two, teacher 2 one, and teacher 3 none. */
  const facts = factsOf({
    lessons: [aLesson(1), aLesson(2, { hour: '3' }), aLesson(3, { teacher_ids: [2] })],
    changes: [1, 2, 3].map((id) => aChange(id, { replaces: of(9), teacher_ids: [2] })),
  });
  const sharesBy = (...hours: (number | null)[]) =>
    toPeople(
      facts,
      hours.map((contract_hours, index) => ({ ...duty(index + 1), contract_hours })),
      'week',
    ).map(({ share }) => share);

  it('goes by the hours of the contract where everybody with lessons has some, else by the lessons', () => {
    expect(sharesBy(null, null, null)).toEqual([2, 1, 0]);
    expect(sharesBy(10, 20, null)).toEqual([1, 2, 0]);
    expect(sharesBy(10, 10, 10)).toEqual([1, 1, 1]);
    expect(sharesBy(10, null, 10)).toEqual([2, 1, 0]);
    expect(sharesBy(0, 0, null)).toEqual([0, 0, 0]);
  });
});
