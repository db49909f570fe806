import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranslateIn } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import { sayEntity, sayField, toShownValue } from './audit-words.ts';

const t = ((key: string) => `[${key}]`) as unknown as TranslateIn<'audit'>;
const names = { 'users:4': 'Ada Lang', 'channels:4': 'Choir', 'grades:4': '5a' };
const shownAs = (field: string, value: unknown) =>
  toShownValue(field, value, { t, language: 'en', timeZone: 'Europe/Berlin', names });
const shown = (value: unknown) => shownAs('title', value);

it('recorded values are written as people read them, moments in the zone of the school', () => {
  expect([true, false].map(shown)).toEqual(['[values.yes]', '[values.no]']);
  expect([null, undefined, '', []].map(shown)).toEqual([null, null, null, null]);
  expect([0, 12, 'none', '<b>'].map(shown)).toEqual(['0', '12', 'none', '<b>']);
  expect(shown(['a.csv', 'b.csv'])).toBe('a.csv, b.csv');
  expect(shown({ lessons: 3 })).toBe('{"lessons":3}');
  expect(shown('2026-11-18T23:30:05.000Z')).toBe('19/11/2026, 00:30:05');
  expect(shown('2026-11-18')).toBe('18 November 2026');
});

it('numbers of records are their names, each of its kind; what is gone keeps its number', () => {
  expect([shownAs('user_ids', [4, 5]), shownAs('channels', [4]), shownAs('admin_id', 4)]).toEqual([
    'Ada Lang, #5',
    'Choir',
    'Ada Lang',
  ]);
  expect([shownAs('channel_id', 4), shownAs('user_id', 0), shownAs('toString', 4)]).toEqual(['Choir', '0', '4']);
  // So many people, classes or channels are none of that number.
  expect(['users', 'user_ids', 'grades', 'channels'].map((field) => shownAs(field, 4))).toEqual(['4', '4', '4', '4']);
  const ofPeople = ['parent_id', 'reported_by', 'host_id', 'child_id', 'removed_user_id'];
  expect(new Set(ofPeople.map((field) => shownAs(field, 4)))).toEqual(new Set(['Ada Lang']));
  expect(['users', 'grades', 'grade_ids'].map((field) => shownAs(field, [4]))).toEqual(['Ada Lang', '5a', '5a']);
  // A list that is not of numbers alone says all that it holds.
  expect([shownAs('channels', [4, 'all']), shownAs('user_id', 4.5)]).toEqual(['4, all', '4.5']);
  expect([shownAs('user_ids', []), shownAs('user_id', null), shownAs('interval_minutes', 4)]).toEqual([
    null,
    null,
    '4',
  ]);
});

it('fields and records without a word keep the name under which they are stored', () => {
  expect([sayField('title', t), sayField('manage-news', t)]).toEqual(['[fields.title]', 'manage-news']);
  expect([sayEntity('users', t), sayEntity('chess', t)]).toEqual(['[entities.users]', 'chess']);
  expect([sayField('toString', t), sayEntity('identity_clients', t)]).toEqual([
    'toString',
    '[entities.identity_clients]',
  ]);
});

it('every kind of record that the server writes down has a word [D-4.11]', () => {
  const folder = join(import.meta.dirname, '../../../../server/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const kinds = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/record\(\{\s*entity: '(\w+)'/g)].map(
      ([, kind]) => kind ?? '',
    ),
  );
  expect(kinds.length).toBeGreaterThan(100);
  expect([...new Set(kinds)].filter((kind) => sayEntity(kind, t) === kind)).toEqual([]);
});
