import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Incoming, type Known, matchPeople } from './matching.ts';

const person = (values: Partial<Known>) => ({
  type: 'STUDENT' as const,
  external_id: null,
  lastname: 'Meier',
  firstname: 'Anna',
  birth_date: null,
  groups: [],
  ...values,
});
const known = (id: number, values: Partial<Known> = {}): Known => ({ ...person(values), id });
const incoming = (key: string, values: Partial<Known> = {}): Incoming => ({ ...person(values), key });
const one = (file: Partial<Known>, school: readonly Known[]) => matchPeople([incoming('a', file)], school).get('a');

describe('who of a file is who at the school', () => {
  const born = '2014-03-15';

  it.each([
    ['Al-Sayed', 'Alsayed'],
    ['Müller', 'Mueller'],
    ['Müller', 'Muller'],
    ['Nguyễn', 'Nguyen'],
    ['Wiśniewska', 'Wisniewska'],
    ['Meier-Schulz', 'Meier Schulz'],
    ['Straße', 'Strasse'],
    ["O'Brien", 'OBrien'],
    ['Dr. Meier', 'Meier'],
    ['Łukasz', 'Lukasz'],
    ['İnci', 'inci'],
  ])('takes %s and %s of one birth date for one person', (lastname, other) => {
    const school = [known(1, { lastname: other, birth_date: born })];
    expect(one({ lastname, birth_date: born }, school)).toEqual({ is: 'matched', id: 1, by: 'name_birth_date' });
  });

  it('believes an id when the name or the birth date agrees with it', () => {
    const school = [known(1, { external_id: '7', birth_date: born })];
    const married = { external_id: '7', lastname: 'Schulz', birth_date: born };
    expect(one(married, school)).toEqual({ is: 'matched', id: 1, by: 'external_id' });
    const other = { external_id: '7', lastname: 'Schulz', firstname: 'Tom', birth_date: '2013-01-02' };
    expect(one(other, school)).toMatchObject({ is: 'ambiguous', candidates: [{ id: 1, reason: 'reused_id' }] });
  });

  it('asks when an equal id is all that two siblings of no birth date have in common beside the family [T-7.97]', () => {
    const school = [known(1, { external_id: '7', firstname: 'Ben' })];
    const sibling = one({ external_id: '7', firstname: 'Anna' }, school);
    expect(sibling).toMatchObject({ is: 'ambiguous', candidates: [{ id: 1, reason: 'reused_id' }] });
    const half = one({ external_id: '7', firstname: 'Anna', birth_date: born }, school);
    expect(half).toMatchObject({ is: 'ambiguous' });
    // Who has married keeps the account.
    expect(one({ external_id: '7', firstname: 'Ben', lastname: 'Schulz' }, school)).toMatchObject({ is: 'matched' });
  });

  it('merges nobody when a list numbers its rows and somebody came before the others [T-7.97]', () => {
    const names = ['Maier', 'Meier', 'Meyer'];
    const school = names.map((lastname, at) => known(at + 1, { lastname, external_id: `${at + 1}` }));
    const file = ['Abel', ...names].map((lastname, at) =>
      incoming(`row ${at}`, { lastname, external_id: `${at + 1}` }),
    );
    const matches = matchPeople(file, school);
    for (const [at, lastname] of names.entries()) {
      const match = matches.get(`row ${at + 1}`);
      expect(match?.is, lastname).toBe('ambiguous');
      if (match?.is === 'ambiguous') expect(match.candidates.map(({ id }) => id)).toContain(at + 1);
    }
    expect(matches.get('row 0')?.is).toBe('ambiguous');
  });

  it('asks when the ids of two siblings are swapped', () => {
    const school = [
      known(1, { external_id: '1', firstname: 'Anna', birth_date: born }),
      known(2, { external_id: '2', firstname: 'Ben', birth_date: '2012-01-01' }),
    ];
    const file = [
      incoming('a', { external_id: '2', firstname: 'Anna', birth_date: born }),
      incoming('b', { external_id: '1', firstname: 'Ben', birth_date: '2012-01-01' }),
    ];
    expect([...matchPeople(file, school).values()].map(({ is }) => is)).toEqual(['ambiguous', 'ambiguous']);
  });

  it('tells twins apart, and never takes a new twin for the other', () => {
    const school = [
      known(1, { firstname: 'Anna Lena', birth_date: born }),
      known(2, { firstname: 'Anna Sophie', birth_date: born }),
    ];
    const file = [
      incoming('a', { firstname: 'Anna Sophie', birth_date: born }),
      incoming('b', { firstname: 'Anna Lena', birth_date: born }),
      incoming('c', { firstname: 'Tim', birth_date: born }),
    ];
    const matches = matchPeople(file, school);
    expect(matches.get('a')).toMatchObject({ is: 'matched', id: 2 });
    expect(matches.get('b')).toMatchObject({ is: 'matched', id: 1 });
    expect(matches.get('c')).toEqual({ is: 'new' });
    expect(one({ firstname: 'Lena', birth_date: born }, [school[1] as Known])).toMatchObject({ is: 'ambiguous' });
  });

  it('takes a call name for the whole one, unless two could be meant', () => {
    const school = [known(1, { firstname: 'Anna Maria', birth_date: born })];
    expect(one({ birth_date: born }, school)).toEqual({ is: 'matched', id: 1, by: 'first_name_part' });
    const twins = [...school, known(2, { firstname: 'Anna Sophie', birth_date: born })];
    expect(one({ birth_date: born }, twins)).toMatchObject({ is: 'ambiguous', candidates: [{ id: 1 }, { id: 2 }] });
  });

  it.each([
    ['surname and first name are swapped', { lastname: 'Ali', firstname: 'Hassan', birth_date: born }, 'swapped_names'],
    ['the name is new and the class is not', { lastname: 'Neu', firstname: 'Ali', birth_date: born }, 'renamed'],
    ['the birth date differs in one class', { birth_date: '2014-03-16' }, 'other_birth_date'],
    ['the id is another one', { external_id: '8', birth_date: born }, 'other_id'],
  ])('asks when %s', (_, file, reason) => {
    const school = known(1, {
      lastname: 'Hassan',
      firstname: 'Ali',
      external_id: '7',
      birth_date: born,
      groups: ['5a'],
    });
    const asked = { lastname: 'Hassan', firstname: 'Ali', groups: ['5a'], ...file };
    expect(one(asked, [school])).toMatchObject({ is: 'ambiguous', candidates: [{ id: 1, reason }] });
  });

  it('goes by name and class without a birth date, and asks when there is a namesake', () => {
    const school = [known(1, { groups: ['5a'] })];
    expect(one({ groups: ['5a'] }, school)).toEqual({ is: 'matched', id: 1, by: 'name_group' });
    expect(one({ groups: ['6a'] }, school)).toMatchObject({ is: 'ambiguous' });
    expect(one({ groups: ['5a'] }, [...school, known(2, { groups: ['6b'] })])).toMatchObject({ is: 'ambiguous' });
  });

  it('never matches people of another kind', () => {
    const school = [known(1, { type: 'TEACHER', external_id: '7', birth_date: born, groups: ['5a'] })];
    expect(one({ external_id: '7', birth_date: born, groups: ['5a'] }, school)).toEqual({ is: 'new' });
  });

  it('does what somebody decided, once for each person', () => {
    const school = [known(1)];
    const file = [incoming('a'), incoming('b')];
    const decisions = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const matches = matchPeople(file, school, decisions);
    expect(matches.get('a')).toEqual({ is: 'matched', id: 1, by: 'decision' });
    expect(matches.get('b')).toEqual({ is: 'new' });
    expect(
      matchPeople([incoming('a', { birth_date: born })], [known(1, { birth_date: born })], new Map([['a', null]])).get(
        'a',
      ),
    ).toEqual({ is: 'new' });
  });
});

const names = fc.constantFrom(
  'Müller',
  'Mueller',
  'Muller',
  'Anna',
  'Anna Maria',
  'Ali',
  'Hassan',
  'Nguyễn',
  '',
  '-',
  '𝒜',
);
const some = fc.record({
  type: fc.constantFrom('STUDENT' as const, 'PARENT' as const),
  external_id: fc.option(fc.constantFrom('1', '2', '3')),
  lastname: fc.oneof(names, fc.string()),
  firstname: fc.oneof(names, fc.string()),
  birth_date: fc.option(fc.constantFrom('2014-03-15', '2014-03-16', '2012-02-29')),
  groups: fc.uniqueArray(fc.constantFrom('5a', '5b'), { maxLength: 2 }),
});
const files = fc
  .array(some, { maxLength: 12 })
  .map((list) => list.map((of, index): Incoming => ({ ...of, key: `k${index}` })));
const schools = fc
  .array(some, { maxLength: 12 })
  .map((list) => list.map((of, index): Known => ({ ...of, id: index + 1 })));
const choices = fc.dictionary(fc.constantFrom('k0', 'k1', 'k2'), fc.option(fc.integer({ min: 1, max: 14 })));

describe('matching, whatever it is given', () => {
  it('answers for everybody of the file, matches nobody twice and only people of one kind', () => {
    fc.assert(
      fc.property(files, schools, choices, (file, school, chosen) => {
        const matches = matchPeople(file, school, new Map(Object.entries(chosen)));
        expect([...matches.keys()].toSorted()).toEqual(file.map(({ key }) => key).toSorted());
        const ids = [...matches.values()].flatMap((match) => (match.is === 'matched' ? [match.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        for (const { key, type } of file) {
          const match = matches.get(key);
          const others =
            match?.is === 'matched'
              ? [match.id]
              : match?.is === 'ambiguous'
                ? match.candidates.map(({ id }) => id)
                : [];
          for (const id of others) expect(school.find((one) => one.id === id)?.type).toBe(type);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same in any order of either side', () => {
    fc.assert(
      fc.property(files, schools, (file, school) => {
        const plain = matchPeople(file, school);
        const turned = matchPeople(file.toReversed(), school.toReversed());
        for (const { key } of file) expect(turned.get(key)).toEqual(plain.get(key));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds everybody again after nothing has changed, when ids are given', () => {
    fc.assert(
      fc.property(schools, (school) => {
        const unique = school.map((of) => ({
          ...of,
          external_id: `id-${of.id}`,
          lastname: `${of.lastname}x`,
          firstname: `${of.firstname}y`,
        }));
        const matches = matchPeople(
          unique.map((of) => ({ ...of, key: String(of.id) })),
          unique,
        );
        for (const { id } of unique) {
          const match = matches.get(String(id));
          // Two alike but for the id may contradict it: asked, never swapped.
          if (match?.is === 'matched') expect(match.id).toBe(id);
          else expect(match?.is).toBe('ambiguous');
        }
      }),
    );
  });
});
