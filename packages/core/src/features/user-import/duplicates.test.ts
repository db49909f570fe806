import { describe, expect, it } from 'vitest';
import { findDuplicates } from './duplicates.ts';

const person = (id: number, lastname: string, birth_date: string | null = null, more = {}) => ({
  id,
  type: 'STUDENT' as const,
  is_archived: false,
  lastname,
  firstname: 'Kim',
  birth_date,
  ...more,
});
const idsOf = (people: ReturnType<typeof person>[]) => findDuplicates(people).map((group) => group.map(({ id }) => id));

describe('doubles', () => {
  it('are accounts of one kind and name, however it is written, unless their birth dates differ [T-7.108]', () => {
    expect(idsOf([person(1, 'Müller'), person(2, 'Mueller'), person(3, 'Ebel')])).toEqual([[1, 2]]);
    expect(idsOf([person(1, 'Ott', '2014-01-01'), person(2, 'Ott', '2015-01-01')])).toEqual([]);
    expect(idsOf([person(1, 'Ott', '2014-01-01'), person(2, 'Ott', '2015-01-01'), person(3, 'Ott')])).toEqual([
      [1, 2, 3],
    ]);
    const twice = [person(1, 'Ott', '2014-01-01'), person(2, 'Ott', '2015-01-01'), person(3, 'Ott', '2015-01-01')];
    expect(idsOf(twice)).toEqual([[2, 3]]);
    expect(idsOf([person(1, 'Ott'), person(2, 'Ott', null, { is_archived: true })])).toEqual([]);
    expect(idsOf([person(1, 'Ott'), person(2, 'Ott', null, { type: 'PARENT' })])).toEqual([]);
  });
});
