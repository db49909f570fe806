import { describe, expect, it } from 'vitest';
import type { PlanSnapshot, PlanSubstitution } from '../timetable/index.ts';
import { toDayChanges } from './plan-changes.ts';

const NOW = { date: '2026-11-18', time: '10:10' };
const snapshot = { courses: new Map(), substitutions: [] } as unknown as PlanSnapshot;
const build = (values: Partial<PlanSubstitution> = {}) => ({
  id: 1,
  uuid: 'u1',
  source: 'csv',
  external_key: 's1',
  kind: null,
  is_hidden: false,
  hour: '3',
  date: '2026-11-18',
  time_begins_at: '09:30',
  time_ends_at: '10:15',
  comment: null,
  moved_comment: null,
  from_subject_id: 1,
  from_grade_ids: [1],
  from_teacher_ids: [1],
  from_bookable_ids: [1],
  course_id: null,
  subject_id: 1,
  grade_ids: [1],
  teacher_ids: [2],
  bookable_ids: [1],
  replaces: [],
  target_date: null,
  target_hour: null,
  target_time_begins_at: null,
  target_time_ends_at: null,
  ...values,
});
const kindsOf = (added: ReturnType<typeof build>[], ended: ReturnType<typeof build>[] = [], now = NOW) =>
  toDayChanges(snapshot, { added, ended }, now).map(({ kind }) => kind);

describe('the changes of a day', () => {
  it('are those to come: up to the last minute of the lesson, by the clock of the school [D-6.02]', () => {
    expect(kindsOf([build()])).toEqual(['day']);
    expect(kindsOf([build()], [], { ...NOW, time: '10:14' })).toEqual(['day']);
    expect(kindsOf([build()], [], { ...NOW, time: '10:15' })).toEqual([]);
    expect(kindsOf([build()], [], { date: '2026-11-19', time: '00:00' })).toEqual([]);
    expect(kindsOf([build()], [], { date: '2026-11-17', time: '23:59' })).toEqual(['day']);
    const moved = { kind: 'MOVED_TO' as const, target_date: '2026-11-20', target_time_ends_at: '08:45' };
    expect(kindsOf([build(moved)], [], { date: '2026-11-19', time: '00:00' })).toEqual(['day']);
  });

  it('leave out changes that only planners may see, and take back those that become hidden [D-6.02]', () => {
    const hidden = build({ is_hidden: true });
    expect(kindsOf([hidden])).toEqual([]);
    expect(kindsOf([], [hidden])).toEqual([]);
    expect(kindsOf([hidden], [build()])).toEqual(['withdrawn']);
    expect(kindsOf([build()], [hidden])).toEqual(['day']);
  });

  it('are one where one substitution takes the place of another, and none where both look alike [D-6.02]', () => {
    expect(kindsOf([build({ id: 2, uuid: 'u2' })], [build()])).toEqual([]);
    expect(kindsOf([build({ id: 2, uuid: 'u2', teacher_ids: [3] })], [build()])).toEqual(['day']);
    expect(kindsOf([], [build()])).toEqual(['withdrawn']);
  });

  it('are one where another source changes the same lesson, and where both ends of a move are new [D-6.02]', () => {
    const replaces = [{ lesson_id: 5, lesson_date: '2026-11-18' }];
    const former = build({ replaces });
    const desk = build({ id: 2, replaces, teacher_ids: [3] });
    const other = { ...desk, source: 'manual', external_key: 'desk:1' };
    expect(kindsOf([other], [former])).toEqual(['day']);
    expect(kindsOf([{ ...other, kind: 'ADDITIONAL' }], [former])).toEqual(['day', 'withdrawn']);
    // Of two that follow one, the first takes its place; the second concerns nobody who had that one.
    const second = { ...other, id: 3, external_key: 'desk:2', teacher_ids: [4] };
    const [, further] = toDayChanges(snapshot, { added: [other, second], ended: [former] }, NOW);
    expect(further?.sides.flatMap(({ teacher_ids }) => teacher_ids)).toEqual([4, 1]);
    const away = build({ kind: 'MOVED_TO', teacher_ids: [1] });
    const there = { ...build({ id: 2, kind: 'MOVED_FROM', date: '2026-11-20' }), external_key: 's1:arrival' };
    const changes = toDayChanges(snapshot, { added: [away, there], ended: [] }, NOW);
    expect(changes.map(({ substitution }) => substitution.kind)).toEqual(['MOVED_TO']);
    expect(changes[0]?.sides.flatMap(({ teacher_ids }) => teacher_ids)).toContain(2);
  });

  it('leave out what an import, or its undo, says of a lesson about which people here have decided since', () => {
    const replaces = [{ lesson_id: 5, lesson_date: '2026-11-18' }];
    const theirs = build({ id: 2, replaces });
    const desk = { ...theirs, id: 3, source: 'manual', external_key: 'desk:1' };
    const decided = { ...snapshot, substitutions: [desk] };
    const kinds = (added: (typeof desk)[], ended: (typeof desk)[]) =>
      toDayChanges(decided, { added, ended }, NOW).map(({ kind }) => kind);
    expect(kinds([theirs], [])).toEqual([]);
    expect(kinds([], [theirs])).toEqual([]);
    expect(kinds([desk], [theirs])).toEqual(['day']);
    // One of several decisions of people that ends is told, and both ends of an import's move are not.
    expect(kinds([], [{ ...desk, id: 4, external_key: 'desk:2' }])).toEqual(['withdrawn']);
    const arrival = { ...build({ id: 5, kind: 'MOVED_FROM', date: '2026-11-20' }), external_key: 's1:arrival' };
    expect(kinds([{ ...theirs, kind: 'MOVED_TO' }, arrival], [])).toEqual([]);
  });

  it('name those in whose place they stand, both ends of a move too: what was told of them is no longer so', () => {
    const formerOf = (added: ReturnType<typeof build>[], ended: ReturnType<typeof build>[]) =>
      toDayChanges(snapshot, { added, ended }, NOW).map(({ former }) => former);
    const move = (id: number, comment: string | null) => [
      build({ id, kind: 'MOVED_TO', comment }),
      { ...build({ id: id + 1, kind: 'MOVED_FROM', date: '2026-11-20', comment }), external_key: 's1:arrival' },
    ];
    expect(formerOf([build({ id: 2, teacher_ids: [3] })], [build()])).toEqual([[1]]);
    expect(formerOf([], [build()])).toEqual([[1]]);
    expect(formerOf(move(3, 'neu'), move(1, null))).toEqual([[1, 2]]);
  });

  it('concern those who had the lesson and those who have it, before and after another change [D-6.02]', () => {
    const [change] = toDayChanges(
      snapshot,
      { added: [build({ id: 2, uuid: 'u2', teacher_ids: [3] })], ended: [build()] },
      NOW,
    );
    expect(change?.sides.flatMap(({ teacher_ids }) => teacher_ids).toSorted()).toEqual([1, 1, 2, 3]);
  });
});
