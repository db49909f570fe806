import { expect, it } from 'vitest';
import {
  namespaceOf,
  requireTexts,
  type TextsIn,
  type TranslateIn,
  toTranslate,
  translateIn,
  writeNumbers,
} from './texts.ts';

const t = toTranslate((key, values) => `${key} ${JSON.stringify(values)}`);

it('says a text by its address, and the texts of one file by their keys', () => {
  expect(t('errors:internal')).toBe('errors:internal {}');
  expect(translateIn(t, 'kernel')('rules.min', { field: 'name', minimum: 3 })).toBe(
    'kernel:rules.min {"field":"name","minimum":3}',
  );
  expect(namespaceOf('auth:login.title')).toBe('auth');
});

it('does not compile with a key that is not there or without a value that the text names', () => {
  const several = toTranslate<TextsIn<'timetable' | 'widgets'>>((key) => key);
  const one: TranslateIn<'timetable'> = several;
  const calls = [
    // @ts-expect-error: no such key
    t('errors:internals'),
    // @ts-expect-error: a name that ends like a plural form has no shorter one
    t('errors:too'),
    // @ts-expect-error: the field is missing
    t('kernel:rules.min', { minimum: 3 }),
    // @ts-expect-error: no values at all
    one('room'),
    // @ts-expect-error: a key of another file
    one('retry'),
  ];
  expect(calls).toHaveLength(5);
});

it('texts that must be an object or an array are logged and thrown where they are missing [P-8.16]', () => {
  const several = { title: 'Titel' };
  const logged: Error[] = [];
  const log = (error: Error) => void logged.push(error);
  expect(requireTexts(several, 'de/news', log)).toBe(several);
  expect(requireTexts(['one'], 'de/news.points', log)).toEqual(['one']);
  expect(logged).toEqual([]);
  for (const missing of [undefined, null, 'de/news']) {
    expect(() => requireTexts(missing, 'de/news', log)).toThrow('No texts de/news');
    expect(logged.pop()?.message).toBe('No texts de/news');
  }
});

it('writes large numbers as the language does, and leaves years, words and what plural forms go by as they are', () => {
  const values = { maximum: 10_000, year: 2026, name: '10000' };
  expect(writeNumbers(values, 'de')).toEqual({ ...values, replace: { ...values, maximum: '10.000' } });
  expect(writeNumbers({ count: 25_000 }, 'en')).toEqual({ count: 25_000, replace: { count: '25,000' } });
  expect(writeNumbers({ count: 9999 }, 'de')).toEqual({ count: 9999 });
});
