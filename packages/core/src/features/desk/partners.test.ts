import { describe, expect, it } from 'vitest';
import { partnerOf, settingsProblems, toUndo } from './rules.ts';
import type { Decision, DeskDay, DeskLesson } from './schema.ts';

const date = '2026-11-16';
const aDecision = (kind: Decision['kind'], values: Partial<Decision> = {}) =>
  ({
    id: 7,
    version: 3,
    kind,
    hour: null,
    subject_id: null,
    grade_ids: [],
    teacher_ids: [1],
    bookable_ids: [2],
    comment: null,
    target: null,
    ...values,
  }) as Decision;
const aLesson = (lesson_id: number, hour: string, decision: Decision | null, grade = 10) =>
  ({
    lesson_id,
    hour,
    grades: [{ id: grade, shortcut: '7a', name: null }],
    teachers: [{ id: 5, shortcut: 'Bg', name: null }],
    bookables: [],
    decision,
  }) as unknown as DeskLesson;
const dayOf = (...lessons: DeskLesson[]) => ({ date, lessons }) as DeskDay;

describe('a lesson that is brought forward', () => {
  const open = aLesson(1, '2', aDecision('CANCLED'));
  const movedTo = (values: Partial<NonNullable<Decision['target']>> = {}, grade = 10) =>
    aLesson(2, '5', aDecision('MOVED', { target: { date, hour: '2', ...values } }), grade);

  it('hangs together with the one in whose place it stands, from either side', () => {
    const moved = movedTo();
    expect(partnerOf(open, dayOf(open, moved))).toBe(moved);
    expect(partnerOf(moved, dayOf(open, moved))).toBe(open);
  });

  it('hangs together with none of another day, period or class, nor with one that is not dropped', () => {
    for (const other of [movedTo({ date: '2026-11-17' }), movedTo({ hour: '3' }), movedTo({}, 11)])
      expect(partnerOf(open, dayOf(open, other))).toBeNull();
    const held = aLesson(1, '2', aDecision('CHANGED'));
    expect(partnerOf(held, dayOf(held, movedTo()))).toBeNull();
  });
});

it('what was decided becomes what it was before, or nothing, from the version that it has now', () => {
  const before = dayOf(aLesson(1, '2', aDecision('EVENT', { comment: 'Theater', version: 3 })));
  const after = dayOf(
    aLesson(1, '2', aDecision('CANCLED', { version: 4 })),
    aLesson(2, '5', aDecision('MOVED', { version: 1, target: { date, hour: '2' } })),
  );
  expect(toUndo(before, after, [1, 2, 3])).toMatchObject([
    { lesson_id: 1, kind: 'EVENT', comment: 'Theater', version: 4, teacher_ids: [1], bookable_ids: [2] },
    { lesson_id: 2, kind: 'NONE', comment: null, version: 1, teacher_ids: [5], target: null },
  ]);
});

it('a core time ends after it begins; one of both may be missing', () => {
  const rulesOf = (core_begins_at: string | null, core_ends_at: string | null) =>
    settingsProblems({ core_begins_at, core_ends_at }).map(({ field, rule }) => `${field} ${rule}`);
  expect(rulesOf('08:00', '08:00')).toEqual(['core_ends_at endsEarly']);
  expect([rulesOf('08:00', '08:01'), rulesOf(null, '08:00'), rulesOf('08:00', null)]).toEqual([[], [], []]);
});
