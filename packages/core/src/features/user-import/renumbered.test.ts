import { describe, expect, it } from 'vitest';
import { planPeople, type SchoolPerson } from './plan.ts';
import type { ImportPerson } from './records.ts';
import { findRenumbered, RENUMBERED_PERCENT } from './renumbered.ts';

const name = (at: number) => ({
  lastname: `Kind${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${'xyzvw'[Math.floor(at / 26)]}`,
  firstname: 'Toni',
});
const bornOn = (at: number) => `20${10 + Math.floor(at / 28)}-02-${String((at % 28) + 1).padStart(2, '0')}`;
const known = (id: number, values: Partial<SchoolPerson> = {}): SchoolPerson => ({
  id,
  type: 'STUDENT',
  is_admin: false,
  is_archived: false,
  is_waiting: true,
  is_leaving: false,
  has_left: false,
  external_id: `old-${id}`,

  ...name(id),
  birth_date: bornOn(id),
  sex: null,
  class: null,
  shortcut: null,
  email: null,
  phone: null,
  children: [],
  ...values,
});
const listed = (id: number, values: Partial<ImportPerson> = {}): ImportPerson => ({
  key: `row ${String(id).padStart(3, '0')}`,
  type: 'STUDENT',
  ...name(id),
  places: [],
  external_id: `old-${id}`,
  birth_date: bornOn(id),
  sex: null,
  class: null,
  shortcut: null,
  email: null,
  phone: null,
  language: null,
  children: [],
  absent_children: [],
  ...values,
});
const anew = (id: number, values: Partial<ImportPerson> = {}) => listed(id, { external_id: `new-${id}`, ...values });
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
function find(
  people: readonly ImportPerson[],
  school: readonly SchoolPerson[],
  decisions: ReadonlyMap<string, number | null> = new Map(),
) {
  const { lines } = planPeople({ people, school, classes: [], decisions });
  return findRenumbered(lines, school);
}

describe('an office that has numbered its people anew', () => {
  const school = ids(0, 100).map((id) => known(id));

  it.each([
    [100, 5, false],
    [100, 6, true],
    [99, 5, true],
    [60, 3, false],
    [59, 3, true],
    [20, 1, false],
    [19, 1, true],
  ])(
    'of %i known people, %i of them with another id: is told %s; exactly the limit is not [T-7.97]',
    (all, other, isTold) => {
      expect(RENUMBERED_PERCENT).toBe(5);
      const file = [...ids(0, other).map((id) => anew(id)), ...ids(other, all).map((id) => listed(id))];
      const found = find(file, school);
      expect(found === null ? null : [found.known, found.people.length]).toEqual(isTold ? [all, other] : null);
    },
  );

  it('is not told by people who are new, of whom the school has no id, or whom the list gives none [T-7.97]', () => {
    const nameless = [
      ...ids(0, 10).map((id) => known(id, { external_id: null })),
      ...ids(10, 20).map((id) => known(id)),
    ];
    const file = [
      ...ids(0, 10).map((id) => anew(id)),
      ...ids(10, 15).map((id) => listed(id)),
      ...ids(15, 20).map((id) => listed(id, { external_id: null })),
      ...ids(40, 60).map((id) => anew(id)),
    ];
    expect(find(file, nameless)).toBeNull();
    // Ten whom the school knew without an id are none of those whose id it knows.
    expect(find([anew(19), ...file.filter(({ key }) => key !== 'row 019')], nameless)).toMatchObject({ known: 6 });
  });

  it('is believed of those alone who are certain by name and birth date on both sides [T-7.97]', () => {
    const others = [known(1), known(2, { ...name(1), birth_date: bornOn(1) }), known(3), known(4), known(5)];
    const file = [
      // Two of one name and birth date, at the school or in the list.
      anew(1),
      anew(5),
      anew(6, { ...name(5), birth_date: bornOn(5) }),
      anew(3, { birth_date: null }),
      anew(4, { birth_date: '2014-01-01' }),
    ];
    expect(find(file, others)).toBeNull();
    expect(find([anew(5)], others)).toEqual({ known: 1, people: [{ key: 'row 005', user_id: 5, is_taken: false }] });
    // A part of the first name is no certainty.
    expect(find([anew(5, { firstname: 'Toni Maria' })], others)).toBeNull();
  });

  it('tells twins apart, and siblings whose ids were swapped [T-7.97]', () => {
    const twin = { ...name(1), birth_date: bornOn(1), firstname: 'Tom' };
    const twins = [known(1), known(2, twin)];
    const pairs = [
      ['row 001', 1],
      ['row 002', 2],
    ];
    const found = find([anew(1), anew(2, twin)], twins);
    expect(found?.people.map(({ key, user_id }) => [key, user_id])).toEqual(pairs);
    const swapped = find([listed(1, { external_id: 'old-2' }), listed(2, { ...twin, external_id: 'old-1' })], twins);
    expect(swapped?.people.map(({ key, user_id }) => [key, user_id])).toEqual(pairs);
  });

  it('is seen through when the new ids were those of others, without anybody being taken for another [T-7.97]', () => {
    const rows = ids(0, 10).map((id) => known(id, { external_id: String(id + 1) }));
    // Somebody new came first: every number moves on by one.
    const file = [
      listed(50, { external_id: '1' }),
      ...ids(0, 10).map((id) => listed(id, { external_id: String(id + 2) })),
    ];
    const found = find(file, rows);
    expect(found?.people.map(({ key, user_id }) => [key, user_id])).toEqual(
      ids(0, 10).map((id) => [`row 00${id}`, id]),
    );
    const decisions = new Map(found?.people.map(({ key, user_id }) => [key, user_id]));
    const { lines } = planPeople({ people: file, school: rows, classes: [], decisions });
    expect(lines.filter(({ kind }) => kind === 'new').map(({ person }) => person?.key)).toEqual(['row 050']);
    expect(lines.filter(({ kind }) => kind === 'changed')).toHaveLength(10);
    for (const { changes } of lines) expect(changes.every(({ field }) => field === 'external_id')).toBe(true);
  });

  it('keeps what somebody decided otherwise, and counts whom it was decided for [T-7.97]', () => {
    const file = ids(0, 3).map((id) => anew(id));
    const decisions = new Map<string, number | null>([
      ['row 000', null],
      ['row 001', 1],
    ]);
    expect(find(file, school, decisions)).toEqual({
      known: 2,
      people: [
        { key: 'row 001', user_id: 1, is_taken: true },
        { key: 'row 002', user_id: 2, is_taken: false },
      ],
    });
  });

  it('is found alike whatever the order of the list is [T-7.97]', () => {
    const file = [...ids(0, 30).map((id) => anew(id)), ...ids(30, 60).map((id) => listed(id))];
    expect(find(file.toReversed(), school.toReversed())).toEqual(find(file, school));
  });
});
