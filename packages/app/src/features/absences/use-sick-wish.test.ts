import { expect, it } from 'vitest';
import { parseSickWish, toSickSearch } from './use-sick-wish.ts';

const parse = (text: string) => parseSickWish(new URLSearchParams(text));
const DEFAULT = { view: 'groups', filter: 'CURRENT', order: 'default', group: null, date: null, grade: null };

it('the sick list begins with the groups of all classes, and nonsense is left out', () => {
  expect(parse('')).toEqual(DEFAULT);
  expect(parse('view=x&filter=x&order=x&group=x&date=2026-02-30&grade=0')).toEqual(DEFAULT);
});

it('what is shown stands in the address, without what another view asks for', () => {
  const list = parse('view=list&filter=ALL&order=priority&group=MISSING-OPEN&grade=7&date=2026-11-18');
  expect(list).toMatchObject({ view: 'list', filter: 'ALL', order: 'priority', group: 'MISSING-OPEN', grade: 7 });
  expect(toSickSearch(list).toString()).toBe('view=list&filter=ALL&order=priority&group=MISSING-OPEN&grade=7');
  expect(toSickSearch({ ...list, view: 'day' }).toString()).toBe('view=day&date=2026-11-18&grade=7');
  expect(toSickSearch({ ...list, view: 'groups', grade: null }).toString()).toBe('');
});
