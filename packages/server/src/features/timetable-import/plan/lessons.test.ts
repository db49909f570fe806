import { describe, expect, it } from 'vitest';
import { toEnd } from '../../../kernel/process/slices.ts';
import { isPlaced, resolveLessons } from './lessons.ts';
import { resolveMasters } from './masters.ts';
import { aPlan, aRecord, aRow, aState, aUnit, publish, resolve, toResolution, UNITS } from './plan.fixtures.ts';
import type { LessonRow } from './state.ts';

const UNPLACED = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };
const OTHERS = { subject_id: 2, teacher_ids: [2] };

function resolveFile(state: ReturnType<typeof aState>, plan: Parameters<typeof aPlan>[0]) {
  const resolution = toResolution(state, aPlan({ ...UNITS, ...plan }));
  return toEnd(resolveLessons(resolution, resolveMasters(resolution)));
}
/** What differs: `+ a`, `~ 7`, `- 8`. */
const differencesOf = ({ differences }: ReturnType<typeof resolveFile>) =>
  differences.map(({ before, after }) =>
    before === null ? `+ ${after?.external_lesson}` : `${after ? '~' : '-'} ${before.lesson_id}`,
  );

describe('the next version of the plan', () => {
  it('holds the lessons of the file, with what is new, changed and gone', () => {
    const lessons = [aRow(7, { external_lesson: 'a' }), aRow(8, { external_lesson: 'b', ...OTHERS }), aRow(9)];
    const file = [
      aRecord('a'),
      aRecord('b', { subject: 'D', teachers: ['Krn'], placements: [{ hour: '2' }] }),
      aRecord('new', { grades: ['10a'] }),
    ];
    const found = resolveFile(aState({ lessons }), { lessons: file });
    expect(differencesOf(found)).toEqual(['~ 8', '+ new', '- 9']);
    expect(found.rows.map(({ lesson_id }) => lesson_id).sort((a, b) => a - b)).toEqual([-1, 7, 8]);
    expect(found.differences[0]).toMatchObject({ before: { hour: '1' }, after: { hour: '2', lesson_id: 8 } });
    expect(found.keys).toEqual([{ external: '9|1|1|', lesson_id: 9 }]);
    expect(found.replaceable).toBe(3);
  });

  it('is the plan in force where the file holds no lessons at all', () => {
    const lessons = [aRow(7)];
    const found = resolveFile(aState({ lessons }), { scope: { lessons: 'none' }, lessons: [aRecord('a')] });
    expect(found).toEqual({ rows: lessons, differences: [], keys: [], replaceable: 0 });
  });

  it('keeps what people made here; a weekly plan replaces all other programs', () => {
    const written = (lesson_id: number, source: string) =>
      aRow(lesson_id, { source, subject_id: 2, grade_ids: [2], teacher_ids: [lesson_id] });
    const lessons = ['untis', 'asc', 'demo', 'planner', 'manual'].map((source, index) => written(index + 1, source));
    const found = resolveFile(aState({ lessons }), {});
    expect(found.rows.map(({ source }) => source)).toEqual(['planner', 'manual']);
    expect(differencesOf(found)).toEqual(['- 1', '- 2', '- 3']);
    // Only its own keys can lead back.
    expect(found.keys).toEqual([{ external: '1|1|1|', lesson_id: 1 }]);
    expect(found.replaceable).toBe(3);
  });

  it('counts as replaceable only what has a place', () => {
    const lessons = [aRow(7), aRow(8, { ...UNPLACED, bookable_ids: [] })];
    expect(resolveFile(aState({ lessons }), {}).replaceable).toBe(1);
  });
});

describe('a plan of some days', () => {
  const scope = { lessons: { from: '2026-11-16', to: '2026-11-17' } };
  const dated = (lesson_id: number, dates: string[], source = 'untis') =>
    aRow(lesson_id, { weekday: null, dates, source });

  it('replaces what is held on these days only, both included, by its source or the demo', () => {
    const lessons = [
      dated(1, ['2026-11-16', '2026-11-17']),
      dated(2, ['2026-11-16', '2026-11-18']),
      dated(3, ['2026-11-15', '2026-11-16']),
      dated(4, ['2026-11-17'], 'demo'),
      dated(5, ['2026-11-16'], 'asc'),
      aRow(6),
    ];
    const found = resolveFile(aState({ lessons }), { scope });
    expect(found.rows.map(({ lesson_id }) => lesson_id)).toEqual([2, 3, 5, 6]);
    expect(differencesOf(found)).toEqual(['- 1', '- 4']);
  });
});

describe('the course of a continued lesson', () => {
  const sides = { subject_id: 1, grade_ids: [1], teacher_ids: [2] };
  const inFile = (code: string) => ({
    external_id: null,
    code,
    name: null,
    subject: 'M',
    grades: ['9b'],
    teachers: ['Brg'],
    is_required: false,
  });
  const stateWith = (is_required: boolean, more: Partial<LessonRow> = {}) =>
    aState({
      masters: { course: [aUnit(7, 'old', { extra: { ...sides, subject_id: 2, is_required } })] },
      lessons: [aRow(5, { external_lesson: 'a', course_id: 7, ...more })],
    });
  const plan = { courses: [inFile('new')], lessons: [aRecord('a', { course: 'new' })] };

  it('stays where the file only groups the pupils differently', () => {
    const found = resolve(stateWith(false), plan);
    expect(found.lessons.rows[0]).toMatchObject({ lesson_id: 5, course_id: 7 });
    expect(found.lessons.differences).toEqual([]);
    expect(found.masters.changes).toEqual([]);
    expect(found.masters.keys).toEqual([{ entity: 'course', external: 'new', id: 7 }]);
  });

  it('is the new one where the old one was for the whole grade', () => {
    const found = resolve(stateWith(true), plan);
    expect(found.lessons.rows[0]?.course_id).toBe(-1);
    expect(found.lessons.differences).toHaveLength(1);
  });

  it('is the new one where there was none', () => {
    expect(resolve(stateWith(false, { course_id: null }), plan).lessons.rows[0]?.course_id).toBe(-1);
  });

  it('is none where the file has none', () => {
    const found = resolve(stateWith(false), { lessons: [aRecord('a')] });
    expect(found.lessons.rows[0]?.course_id).toBeNull();
    expect(found.lessons.differences).toHaveLength(1);
    expect(resolve(stateWith(true), { lessons: [aRecord('a')] }).lessons.differences).toEqual([]);
  });
});

describe('a difference that readers of a plan see', () => {
  it('has a place before or after', () => {
    const [placed, unplaced] = [aRow(1), aRow(2, UNPLACED)];
    expect(isPlaced({ before: placed, after: null })).toBe(true);
    expect(isPlaced({ before: null, after: placed })).toBe(true);
    expect(isPlaced({ before: unplaced, after: placed })).toBe(true);
    expect(isPlaced({ before: placed, after: unplaced })).toBe(true);
    expect(isPlaced({ before: unplaced, after: unplaced })).toBe(false);
    expect(isPlaced({ before: null, after: unplaced })).toBe(false);
    expect(isPlaced({ before: unplaced, after: null })).toBe(false);
  });
});

describe('a lesson that was gone for a while', () => {
  it('comes back as the one that it was', () => {
    const [first, away] = [{ lessons: [aRecord('a'), aRecord('b', { subject: 'D' })] }, { lessons: [aRecord('a')] }];
    const begun = publish(aState(), resolve(aState(), first));
    const gone = publish(begun, resolve(begun, away));
    expect(gone.lessons).toHaveLength(1);
    const back = publish(gone, resolve(gone, first));
    const idsOf = ({ lessons }: typeof back) => lessons.map(({ lesson_id }) => lesson_id).sort();
    expect(idsOf(back)).toEqual(idsOf(begun));
  });
});
