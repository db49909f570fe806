import type { CourseRecord, EntityRecord, ParsedPlan } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { resolveMasters } from './masters.ts';
import { aPlan, aState, aUnit, toRecord, toResolution, UNITS } from './plan.fixtures.ts';
import type { ImportState } from './state.ts';

const aCourse = (code: string, more: Partial<CourseRecord> = {}): CourseRecord => ({
  external_id: null,
  code,
  name: null,
  subject: 'M',
  grades: ['9b'],
  teachers: ['Brg'],
  is_required: false,
  ...more,
});
const SIDES = { subject_id: 1, grade_ids: [1], teacher_ids: [1], is_required: false };

function resolve(plan: Parameters<typeof aPlan>[0], state: ImportState = aState()) {
  return resolveMasters(toResolution(state, aPlan({ ...UNITS, ...plan })));
}
/** What would be written: `grade + 11c`, `grade ~ 9b`, `grade - 10a`. */
const changesOf = ({ changes }: ReturnType<typeof resolve>) =>
  changes.map(({ entity, before, after }) => {
    const sign = before === null ? '+' : after.ended ? '-' : '~';
    return `${entity} ${sign} ${after.shortcut} ${after.id}`;
  });
const grades = (...records: (string | Partial<EntityRecord>)[]): Pick<ParsedPlan, 'grades'> => ({
  grades: records.map((record) => (typeof record === 'string' ? toRecord(record) : { ...toRecord(''), ...record })),
});

describe('master data of a file', () => {
  it('that we have changes nothing', () => {
    const found = resolve({});
    expect([found.changes, found.keys]).toEqual([[], []]);
    expect([found.find('grade', '10a'), found.find('teacher', 'Krn'), found.find('grade', 'Krn')]).toEqual([
      2,
      2,
      null,
    ]);
    expect(found.find('grade', null)).toBeNull();
  });

  it('that the school keeps is referred to, and neither renamed nor ended [T-3.03] [T-3.04]', () => {
    const kept = { ...aUnit(7, 'Aula', { name: 'Festsaal', source: 'csv' }), extra: { is_custom: true } };
    const renamed = { ...toRecord('Aula'), name: 'Raum 0' };
    const room = (is_custom: boolean, bookables: EntityRecord[], values: object = {}) => {
      const state = aState();
      state.masters.bookable.push({ ...kept, extra: { is_custom }, ...values });
      const { changes, find } = resolve({ bookables, scope: { complete: ['bookables'] } as never }, state);
      return [changes.filter(({ after }) => after.id === 7).map(({ after }) => after), find('bookable', 'Aula')];
    };
    expect(room(true, [renamed])).toEqual([[], 7]);
    expect(room(true, [])).toEqual([[], null]);
    expect(room(false, [renamed])).toMatchObject([[{ name: 'Raum 0', ended: false }], 7]);
    // What the own source or the demo has brought, too: without the word it would end.
    for (const source of ['untis', 'demo'])
      expect([room(true, [], { source }), room(false, [], { source })]).toMatchObject([
        [[], null],
        [[{ ended: true }], null],
      ]);
    // What the school has ended itself comes back with the file that has it.
    expect(room(true, [renamed], { ended: true })).toMatchObject([[{ name: 'Raum 0', ended: false }], 7]);
  });

  it('that nobody has is new, with an id and a key of its own', () => {
    const found = resolve(grades('9b', '10a', '11c', '12d'));
    expect(found.changes).toEqual([
      { entity: 'grade', before: null, after: aUnit(-1, '11c') },
      { entity: 'grade', before: null, after: aUnit(-2, '12d') },
    ]);
    expect(found.keys).toEqual([
      { entity: 'grade', external: '11c', id: -1 },
      { entity: 'grade', external: '12d', id: -2 },
    ]);
    expect(found.findAll('grade', ['12d', '9b', 'x', '11c', '9b'])).toEqual([-2, -1, 1]);
  });

  it('is found by the key of its source, which leads to it even under another code', () => {
    const state = aState();
    state.keys.set('grade g7', 1);
    const found = resolve(grades({ external_id: 'g7', code: '9c', name: 'Ninth' }), state);
    expect(found.changes).toEqual([
      { entity: 'grade', before: aUnit(1, '9b'), after: aUnit(1, '9c', { name: 'Ninth' }) },
    ]);
    expect(found.keys).toEqual([]);
    expect([found.find('grade', 'g7'), found.find('grade', '9c')]).toEqual([1, 1]);
  });

  it('is found by its code where another source or a person made it, and gets a key', () => {
    const state = aState({ masters: { grade: [aUnit(5, '11c', { source: 'manual' })] } });
    const found = resolve(grades({ external_id: 'g7', code: '11c', name: null }), state);
    expect(found.changes).toEqual([]);
    expect(found.keys).toEqual([{ entity: 'grade', external: 'g7', id: 5 }]);
    const named = resolve(grades({ external_id: 'g7', code: '11c', name: 'Eleventh' }), state);
    expect(named.changes[0]?.after).toEqual(aUnit(5, '11c', { source: 'manual', name: 'Eleventh' }));
  });

  it('is not one that is known to this source under another key', () => {
    const state = aState();
    const found = resolve(grades({ external_id: 'g7', code: '9b' }), state);
    expect(changesOf(found)).toEqual(['grade + 9b -1']);
  });

  it('pairs two records of one code with two of ours, one each', () => {
    const twins = [5, 6].map((id) => aUnit(id, '11c', { source: 'demo' }));
    const records = ['a', 'b', 'c'].map((external_id) => ({ external_id, code: '11c' }));
    const found = resolve(grades(...records), aState({ masters: { grade: twins } }));
    expect(found.keys.map(({ id }) => id)).toEqual([5, 6, -1]);
    // The code alone means the first.
    expect(found.find('grade', '11c')).toBe(5);
  });

  it('whose record is gone is found by its code instead', () => {
    const state = aState({ masters: { grade: [aUnit(5, '11c', { source: 'demo' })] } });
    state.keys.set('grade 11c', 99);
    expect(resolve(grades('11c'), state).keys).toEqual([{ entity: 'grade', external: '11c', id: 5 }]);
  });

  it('changes its name, or its code, or both', () => {
    const renamed = (more: Partial<EntityRecord>) => changesOf(resolve(grades({ code: '9b', ...more })));
    expect([renamed({ name: 'Ninth' }), renamed({})]).toEqual([['grade ~ 9b 1'], []]);
  });

  it('keeps values that the file does not have, and is taken up again when it had ended', () => {
    const state = aState({ masters: { grade: [aUnit(1, '9b', { name: 'Ninth', ended: true, extra: { level: 9 } })] } });
    expect(resolve(grades('9b'), state).changes.map(({ after }) => after)).toEqual([
      aUnit(1, '9b', { name: 'Ninth', extra: { level: 9 } }),
    ]);
  });
});

describe('the further values of master data', () => {
  const teacher = (more: Partial<EntityRecord>, extra: Record<string, unknown> = {}) => {
    const state = aState({ masters: { teacher: [aUnit(1, 'Brg', { extra })] } });
    return resolve({ teachers: [{ ...toRecord('Brg'), ...more }] }, state).changes.map(({ after }) => after);
  };

  it('of a teacher are names, title, address and colour; the full name is none of them', () => {
    const values = { firstname: 'Ada', lastname: 'Berg', title: 'Dr.', email: 'a@example.org', color: '#102030' };
    expect(teacher({ ...values, name: 'Dr. Ada Berg' })).toEqual([aUnit(1, 'Brg', { extra: values })]);
    expect(teacher(values, values)).toEqual([]);
    expect(teacher({ ...values, title: null, email: '' }, values)).toEqual([]);
    expect(teacher({ lastname: 'Kern' }, values)[0]?.extra).toEqual({ ...values, lastname: 'Kern' });
  });

  it('of a teacher with a full name only are that name', () => {
    expect(teacher({ name: 'Berg, Ada' })[0]).toEqual(aUnit(1, 'Brg', { extra: { lastname: 'Berg, Ada' } }));
    expect(teacher({})).toEqual([]);
  });

  it('of a subject are its colour, of a grade none', () => {
    const subjects = [{ ...toRecord('M'), color: '#102030', firstname: 'x' }];
    expect(resolve({ subjects }).changes.map(({ after }) => after.extra)).toEqual([{ color: '#102030' }]);
    expect(resolve({ subjects: [{ ...toRecord('M'), color: null }] }).changes).toEqual([]);
    expect(resolve(grades({ code: '9b', color: '#102030' })).changes).toEqual([]);
  });
});

describe('master data that a file does not have', () => {
  const complete = { scope: { complete: ['grades' as const] } };

  it('ends where the file lists it completely, and only of that kind', () => {
    expect(changesOf(resolve({ ...grades('9b'), ...complete, teachers: [] }))).toEqual(['grade - 10a 2']);
    expect(changesOf(resolve(grades('9b')))).toEqual([]);
  });

  it('ends when this source or the demo made it or has a key for it, and not when it had ended before', () => {
    const state = aState({
      masters: {
        grade: [
          aUnit(1, '9b', { source: 'manual' }),
          aUnit(2, '10a', { source: 'demo' }),
          aUnit(3, '11c', { source: 'asc' }),
          aUnit(4, '12d', { source: 'asc' }),
          aUnit(5, '13e', { ended: true }),
        ],
      },
    });
    state.keys.set('grade x', 4);
    state.keys.set('teacher x', 3);
    expect(changesOf(resolve({ ...grades(), ...complete }, state))).toEqual(['grade - 10a 2', 'grade - 12d 4']);
  });
});

describe('courses of a file', () => {
  const state = aState({ masters: { course: [aUnit(7, 'M1', { source: 'asc', name: 'Maths', extra: SIDES })] } });

  it('of another source are ours by their people and subject; name and code stay, so does who has to attend', () => {
    const found = resolve({ courses: [aCourse('x', { external_id: 'c1', name: 'New', is_required: true })] }, state);
    expect(found.changes).toEqual([]);
    expect(found.keys).toEqual([{ entity: 'course', external: 'c1', id: 7 }]);
    expect([found.find('course', 'c1'), found.isForAll(7)]).toEqual([7, false]);
  });

  it('of another source follow the file in their people', () => {
    const found = resolve({ courses: [aCourse('x', { teachers: ['Krn'] })] }, state);
    expect(found.changes.map(({ after }) => after)).toEqual([
      aUnit(7, 'M1', { source: 'asc', name: 'Maths', extra: { ...SIDES, teacher_ids: [2] } }),
    ]);
  });

  it('are never found by their code: parallel ones often share it', () => {
    expect(changesOf(resolve({ courses: [aCourse('M1', { subject: 'D' })] }, state))).toEqual(['course + M1 -1']);
  });

  it('of the same source follow the file in everything', () => {
    const own = aState({ masters: { course: [aUnit(7, 'M1', { extra: SIDES })] } });
    const record = aCourse('M1', {
      name: 'Maths',
      grades: ['10a', '9b', 'x'],
      teachers: ['Krn', 'Brg'],
      is_required: true,
    });
    const found = resolve({ courses: [record] }, own);
    expect(found.changes.map(({ after }) => after)).toEqual([
      aUnit(7, 'M1', {
        name: 'Maths',
        extra: { subject_id: 1, grade_ids: [1, 2], teacher_ids: [1, 2], is_required: true },
      }),
    ]);
    expect([found.isForAll(7), found.isForAll(8)]).toEqual([true, false]);
    const others = aState({
      masters: {
        course: [aUnit(6, 'a', { extra: { ...SIDES, is_required: true } }), aUnit(7, 'M1', { extra: SIDES })],
        grade: [aUnit(1, '9b'), aUnit(6, '10a')],
      },
    });
    const beside = resolve({ grades: [toRecord('9b'), { ...toRecord('10a'), name: 'Tenth' }] }, others);
    expect([beside.isForAll(6), beside.isForAll(7)]).toEqual([true, false]);
    expect(resolve({ courses: [aCourse('M1')] }, own).changes).toEqual([]);
  });

  it('with a key of this source are not taken for another one that looks the same', () => {
    const two = aState({ masters: { course: [aUnit(7, 'M1', { extra: SIDES }), aUnit(8, 'M2', { extra: SIDES })] } });
    expect(resolve({ courses: [aCourse('M2'), aCourse('M1')] }, two).changes).toEqual([]);
    expect(changesOf(resolve({ courses: [aCourse('M3')] }, two))).toEqual(['course + M3 -1']);
  });

  it('refer to what is new in the same file', () => {
    const { changes } = resolve({ ...grades('9b', '11c'), courses: [aCourse('x', { grades: ['11c', '9b'] })] });
    expect(changes.at(-1)?.after.extra).toMatchObject({ grade_ids: [-1, 1] });
  });

  it('that turn out to be ours are not created, and their keys lead to ours', () => {
    const found = resolve({ ...grades('9b', '11c'), courses: [aCourse('x'), aCourse('y')] });
    expect(changesOf(found)).toEqual(['grade + 11c -1', 'course + x -2', 'course + y -3']);
    found.aliasCourses(
      new Map([
        [-2, 40],
        [-1, 50],
      ]),
    );
    expect(changesOf(found)).toEqual(['grade + 11c -1', 'course + y -3']);
    expect(found.keys.map(({ entity, id }) => `${entity} ${id}`)).toEqual(['grade -1', 'course 40', 'course -3']);
  });
});
