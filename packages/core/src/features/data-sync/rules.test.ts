import { expect, it } from 'vitest';
import { SOURCES } from '../../../../../tests/support/people-directory.ts';
import { type PairAccount, type PairEntry, pairPeople } from './pairs.ts';
import { syncProblems, toBirthDate, toClass } from './rules.ts';

it('the class is what stands at its place of the first value that fits', () => {
  const rows: [pattern: string | null, values: string[], found: string | null][] = [
    [null, [' 7b '], '7b'],
    [null, [], null],
    [null, [' '], null],
    ['cn=gym-{class},cn=klassen,*', ['cn=staff', 'CN=Gym-7B,CN=Klassen,dc=x', 'cn=gym-8a,cn=klassen,dc=x'], '7B'],
    ['cn=gym-{class},*', ['cn=gym-,dc=x'], null],
    ['cn=gym-{class}', ['cn=gym-7b'], '7b'],
    ['cn=gym-{class}', ['cn=gym-7b,dc=x'], null],
    ['Klasse {class}', ['Klasse 7 b'], '7 b'],
    ['{class} (Gym)', ['7b (gym)'], '7b'],
    ['uid=*,ou={class},ou=pupils,*', ['uid=a,ou=x,ou=5a,ou=pupils,dc=x'], '5a'],
    ['uid=*,ou={class},*', ['uid=İpek,ou=5a,ou=pupils,dc=x'], '5a'],
    ['*-{class}', ['gym-2026-7b'], '2026-7b'],
    ['a{class}b*b', ['axb'], null],
    ['a.{class},*', ['axb,c'], null],
    ['a{class}b*', ['abbc'], 'b'],
    ['ab*ba{class}', ['aba7'], null],
    ['* {class}x*y', ['a   7xy'], '7'],
    ['* {class}x*y', ['a   x b xy'], 'x b'],
    ['*a{class},b*c', ['a1,2,b3a4,bc'], '4'],
  ];
  for (const [pattern, values, found] of rows) expect(toClass(pattern, values), `${pattern} ${values}`).toBe(found);
});

it('a value longer than any name of an entry is none, so that no pattern takes long', () => {
  const pattern = '*ou={class},x*y';
  const long = (length: number) => 'ou=b,xy'.padStart(length, ',');
  expect(toClass(pattern, [long(1_000)])).toBe('b');
  expect(toClass(pattern, [long(1_001)])).toBeNull();
});

it('an attribute may be written as numbers', () => {
  expect(syncProblems({ ...SOURCES.pupils, external_id: '2.5.4.45' })).toEqual([]);
  expect(syncProblems({ ...SOURCES.pupils, external_id: '2' })).toEqual([{ field: 'external_id', rule: 'attribute' }]);
});

it('a pattern has one place, a star on each side at most, and a sign between', () => {
  const ruleOf = (class_pattern: string) => syncProblems({ ...SOURCES.pupils, class_pattern })[0]?.rule ?? 'fine';
  for (const good of ['{class}', 'cn={class},*', '*-{class}-*', 'a*b{class}c*d'])
    expect(ruleOf(good), good).toBe('fine');
  for (const bad of ['', 'cn=*', '{class}{class}', '*{class}', '{class}*', 'a*b*c{class}', '{class},*,*'])
    expect(ruleOf(bad), bad).toBe('pattern');
});

it('a date is written as an import reads it, and anything else stays for the import to refuse', () => {
  expect(['20140309', '20140309000000Z', '2014030900Z', '20140309000000.0Z'].map(toBirthDate)).toEqual(
    Array(4).fill('2014-03-09'),
  );
  for (const other of ['2014-03-09', '09.03.2014', '201403', '201403091', '']) expect(toBirthDate(other)).toBe(other);
});

it('a pair is certain where one entry stands for one account, of the same kind, that nobody has yet [T-7.116]', () => {
  const person = { type: 'STUDENT', lastname: 'Blum', firstname: 'Berta', birth_date: null, class: null } as const;
  const nothing = { shortcut: null, email: null, external_id: null };
  const entryOf = (dn: string, wanted: string, values: Partial<PairEntry> = {}): PairEntry => ({
    ...person,
    ...nothing,
    dn,
    subject: dn,
    wanted,
    ...values,
  });
  const accountOf = (id: number, keys: string[], values: Partial<PairAccount> = {}): PairAccount => ({
    ...person,
    ...nothing,
    id,
    username: `u${id}`,
    keys,
    ...values,
  });
  const states = (entries: PairEntry[], accounts: PairAccount[], connected: [string, number][] = []) =>
    pairPeople({ entries, accounts, connected: new Map(connected), match_field: 'external_id' }).map(
      ({ entry, account, state }) => `${entry?.dn ?? '-'} ${account?.id ?? '-'} ${state}`,
    );
  expect(states([entryOf('a', '7')], [accountOf(1, ['7'])])).toEqual(['a 1 sure']);
  expect(states([entryOf('a', '7')], [accountOf(1, ['7'], { type: 'TEACHER' })])).toEqual(['a 1 doubtful']);
  expect(states([entryOf('a', '7')], [accountOf(1, ['7'], { lastname: 'Au', firstname: 'Kai' })])).toEqual([
    'a 1 doubtful',
  ]);
  expect(states([entryOf('a', '7'), entryOf('b', '7')], [accountOf(1, ['7'])])).toEqual([
    'a 1 doubtful',
    'b 1 doubtful',
  ]);
  expect(states([entryOf('a', '7')], [accountOf(1, ['7']), accountOf(2, ['7'])])).toEqual([
    'a 1 doubtful',
    '- 2 nobody',
  ]);
  // Two keys of one account, by two imports, are those of two people.
  expect(states([entryOf('a', '7'), entryOf('b', '8')], [accountOf(1, ['7', '8'])])).toEqual([
    'a 1 doubtful',
    'b 1 doubtful',
  ]);
  expect(states([entryOf('a', '9'), entryOf('b', '7')], [accountOf(1, ['7'])], [['a', 1]])).toEqual([
    'a 1 connected',
    'b - nobody',
  ]);
});
