import { expect, it } from 'vitest';
import { toClasses } from './unreached-classes.ts';

const person = (displayname: string, ...pupils: [string, string | null][]) => ({
  id: displayname.length,
  displayname,
  reason: 'no_address' as const,
  pupils: pupils.map(([name, grade]) => ({ displayname: name, grade })),
});

it('families that are not reached stand with each class of their children, in the order of classes [D-6.04]', () => {
  const people = [
    person('Ada', ['Kim', '10a'], ['Lou', '5a'], ['Mio', '5a']),
    person('Bo'),
    person('Cem', ['Nia', '5a']),
    person('Dee', ['Ole', null]),
  ];
  const classes = toClasses(people, 'de');
  expect(classes.map(({ grade, rows }) => [grade, rows.map((row) => [row.person.displayname, ...row.pupils])])).toEqual(
    [
      [
        '5a',
        [
          ['Ada', 'Lou', 'Mio'],
          ['Cem', 'Nia'],
        ],
      ],
      ['10a', [['Ada', 'Kim']]],
      [null, [['Bo'], ['Dee', 'Ole']]],
    ],
  );
  expect(toClasses([], 'de')).toEqual([]);
});
