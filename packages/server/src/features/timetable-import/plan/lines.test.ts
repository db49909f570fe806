import { describe, expect, it } from 'vitest';
import type { LessonDifference } from './lessons.ts';
import { LINES_MAXIMUM, toLines } from './lines.ts';
import { aPlan, aRow, aState, aStoredChange, aUnit, resolve, toRecord } from './plan.fixtures.ts';
import type { PlanChange } from './resolve.ts';
import type { LessonRow, SubstitutionRow } from './state.ts';
import type { ResolvedSubstitutions } from './substitutions.ts';

const STATE = aState({ masters: { course: [aUnit(7, 'M-LK')] } });
const EMPTY = resolve(aState(), {});

function linesOf(differences: LessonDifference[], substitutions: Partial<ResolvedSubstitutions> = {}, state = STATE) {
  const change: PlanChange = {
    ...EMPTY,
    lessons: { ...EMPTY.lessons, differences },
    substitutions: { added: [], changed: [], removed: [], ...substitutions },
  };
  return toLines(state, change);
}
const added = (after: Partial<LessonRow> = {}) => linesOf([{ before: null, after: aRow(1, after) }])[0]!;
/** The two sides of a changed lesson. */
function changed(before: Partial<LessonRow>, after: Partial<LessonRow>) {
  const [line] = linesOf([{ before: aRow(1, before), after: aRow(1, after) }]);
  return [line?.before?.details, line?.after?.details];
}
function changedSubstitution(before: Partial<SubstitutionRow>, after: Partial<SubstitutionRow>) {
  const pair = { before: aStoredChange(1, before), after: aStoredChange(1, after) };
  return linesOf([], { changed: [pair] })[0]!;
}

describe('a line of what an upload changes', () => {
  it('tells of a new lesson who, what, when and where', () => {
    expect(added()).toEqual({
      kind: 'added',
      of: 'lesson',
      grades: '9b',
      subject: 'M',
      substitution_kind: null,
      before: null,
      after: { weekday: 1, date: null, hour: '1', time: '08:00', rooms: '204', teachers: 'Brg' },
    });
  });

  it('tells of a removed one the same', () => {
    expect(linesOf([{ before: aRow(1, { weekday: null, dates: ['2026-11-16', '2026-11-17'] }), after: null }])).toEqual(
      [
        {
          kind: 'removed',
          of: 'lesson',
          grades: '9b',
          subject: 'M',
          substitution_kind: null,
          after: null,
          before: { weekday: null, date: '2026-11-16', hour: '1', time: '08:00', rooms: '204', teachers: 'Brg' },
        },
      ],
    );
  });

  it('names several as people sort them, and leaves out codes that nobody knows', () => {
    const grade = ['10a', '9b', 'ä', 'z', '1'].map((code, index) => aUnit(index + 1, code));
    const state = aState({ masters: { grade } });
    const [line] = linesOf([{ before: null, after: aRow(1, { grade_ids: [1, 2, 3, 4, 5] }) }], {}, state);
    expect(line?.grades).toBe('1, 9b, 10a, ä, z');
    expect(added({ grade_ids: [99], subject_id: 99 })).toMatchObject({ grades: '', subject: '' });
    // An id says nothing without its kind.
    expect(added({ bookable_ids: [7] }).after?.rooms).toBe('');
  });

  it('names what the same upload creates or renames', () => {
    const change = resolve(aState(), {
      grades: [toRecord('11c')],
      lessons: [],
      teachers: [{ ...toRecord('Brandt'), external_id: 'Brg' }],
    });
    const differences = [{ before: null, after: aRow(1, { grade_ids: [-1] }) }];
    const [line] = toLines(aState(), { ...change, lessons: { ...change.lessons, differences } });
    expect(line).toMatchObject({ grades: '11c', after: { teachers: 'Brandt' } });
  });

  it('takes the comment where there is no subject', () => {
    expect(added({ subject_id: null, comment: 'Assembly' }).subject).toBe('Assembly');
    expect(added({ subject_id: null }).subject).toBe('');
    expect(added({ comment: 'Lab' }).subject).toBe('M');
  });

  it('tells of a substitution its kind, or that something is changed', () => {
    const [cancelled, other] = linesOf([], { added: [aStoredChange(1, { kind: 'CANCLED' }), aStoredChange(2)] });
    expect(cancelled).toEqual({
      kind: 'added',
      of: 'substitution',
      grades: '9b',
      subject: 'M',
      substitution_kind: 'CANCLED',
      before: null,
      after: { weekday: null, date: '2026-11-16', hour: '1', time: '08:00', rooms: '', teachers: 'Krn' },
    });
    expect(other?.substitution_kind).toBe('CHANGED');
    expect(linesOf([], { removed: [aStoredChange(1)] })[0]).toMatchObject({ kind: 'removed', after: null });
  });
});

describe('the two sides of a changed lesson', () => {
  it('tell only what differs', () => {
    expect(changed({}, {})).toEqual([[], []]);
    expect(changed({ subject_id: 2 }, {})).toEqual([['D'], ['M']]);
    expect(changed({ subject_id: null }, {})).toEqual([[], ['M']]);
    expect(changed({ subject_id: 99 }, {})).toEqual([[], ['M']]);
    expect(changed({}, { grade_ids: [1, 2] })).toEqual([['9b'], ['9b, 10a']]);
    expect(changed({}, { course_id: 7 })).toEqual([[], ['M-LK']]);
    expect(changed({ course_id: 8 }, { course_id: 7 })).toEqual([[], ['M-LK']]);
    expect(changed({}, { time_ends_at: '08:50' })).toEqual([['08:00–08:45'], ['08:00–08:50']]);
    expect(changed({}, { time_begins_at: '07:55' })).toEqual([['08:00–08:45'], ['07:55–08:45']]);
    expect(changed({}, { time_begins_at: null, time_ends_at: null })).toEqual([['08:00–08:45'], ['–']]);
    expect(changed({ comment: 'Lab' }, {})).toEqual([['Lab'], []]);
    expect(changed({}, { ends_at: '2027-01-31' })).toEqual([['2026-08-31–2027-07-16'], ['2026-08-31–2027-01-31']]);
    expect(changed({}, { begins_at: '2026-09-07' })).toEqual([['2026-08-31–2027-07-16'], ['2026-09-07–2027-07-16']]);
  });

  it('have the place in any case', () => {
    const [line] = linesOf([{ before: aRow(1, { hour: '2', bookable_ids: [2] }), after: aRow(1) }]);
    expect(line).toMatchObject({
      kind: 'changed',
      before: { hour: '2', rooms: '112' },
      after: { hour: '1', rooms: '204' },
    });
    expect(line?.before).not.toHaveProperty('substitution_kind');
  });

  it('name the weeks and the first of them, as names alone may be swapped', () => {
    const [odd, even] = [
      { name: 'A', weeks: ['2026-09-07', '2026-09-21'] },
      { name: 'A', weeks: ['2026-08-31', '2026-09-14'] },
    ];
    expect(changed({ pattern: odd }, { pattern: even })).toEqual([['≥ 2026-09-07'], ['≥ 2026-08-31']]);
    expect(changed({ pattern: odd }, {})).toEqual([['A', '≥ 2026-09-07'], []]);
    expect(changed({ pattern: { name: 'B', weeks: [] } }, {})).toEqual([['B'], []]);
  });

  it('list up to four dates, and of more their number and bounds', () => {
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
    expect(changed({ dates: days.slice(0, 4) }, { dates: days })).toEqual([
      ['2026-11-16 2026-11-17 2026-11-18 2026-11-19'],
      ['5 × 2026-11-16–2026-11-20'],
    ]);
    expect(changed({ dates: [] }, {})).toEqual([[], []]);
  });
});

describe('the two sides of a changed substitution', () => {
  it('tell where a lesson was moved to, with its note, and whether it is hidden', () => {
    const detailsOf = (after: Partial<SubstitutionRow>) => changedSubstitution({}, after).after?.details;
    expect(detailsOf({ target_date: '2026-11-17' })).toEqual(['→ 2026-11-17']);
    expect(detailsOf({ target_hour: '3' })).toEqual(['→ 3']);
    expect(detailsOf({ moved_comment: 'to Tuesday' })).toEqual(['to Tuesday']);
    expect(detailsOf({ is_hidden: true })).toEqual(['(–)']);
    expect(changedSubstitution({}, { comment: 'x', target_hour: '3' }).before?.details).toEqual([]);
  });

  it('tell the kind only where it differs', () => {
    const line = changedSubstitution({}, { kind: 'CANCLED' });
    expect([line.before?.substitution_kind, line.after?.substitution_kind]).toEqual(['CHANGED', 'CANCLED']);
    expect(line.substitution_kind).toBe('CANCLED');
    expect(changedSubstitution({ kind: 'CANCLED' }, { kind: 'CANCLED' }).before).not.toHaveProperty(
      'substitution_kind',
    );
  });
});

describe('the lines of an upload', () => {
  const lesson = (id: number) => aRow(id, { comment: String(id) });

  it('begin with substitutions, and in each kind with changed ones, then new ones, then those that go', () => {
    const lines = linesOf(
      [
        { before: lesson(1), after: null },
        { before: null, after: lesson(2) },
        { before: lesson(3), after: lesson(3) },
      ],
      {
        removed: [aStoredChange(4)],
        added: [aStoredChange(5)],
        changed: [{ before: aStoredChange(6), after: aStoredChange(6) }],
      },
    );
    expect(lines.map(({ kind, of }) => `${of} ${kind}`)).toEqual([
      'substitution changed',
      'substitution added',
      'substitution removed',
      'lesson changed',
      'lesson added',
      'lesson removed',
    ]);
  });

  it('leave out lessons without a place', () => {
    expect(linesOf([{ before: null, after: aRow(1, { time_begins_at: null }) }])).toEqual([]);
  });

  it('are two hundred at most', () => {
    const many = Array.from({ length: LINES_MAXIMUM + 1 }, (_, index) => aStoredChange(index + 1));
    expect(linesOf([], { added: many })).toHaveLength(LINES_MAXIMUM);
    expect(linesOf([], { added: many, removed: many }).at(-1)?.kind).toBe('added');
    expect(linesOf([], { removed: many })).toHaveLength(LINES_MAXIMUM);
    const differences = many.map(({ id }) => ({ before: null, after: aRow(id) }));
    expect(linesOf(differences)).toHaveLength(LINES_MAXIMUM);
    expect(linesOf(differences, { added: many.slice(0, 150) }).filter(({ of }) => of === 'lesson')).toHaveLength(50);
  });

  it('are none where nothing differs', () => {
    expect(toLines(aState(), resolve(aState(), aPlan()))).toEqual([]);
  });
});
