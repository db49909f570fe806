import { expect, it } from 'vitest';
import { toFirstLanguage } from './first-language.ts';
import { setLanguage } from './i18n.ts';

it('speaks the chosen language, else the best of the browser, else German [C-1.14] [P-9.05]', () => {
  expect(toFirstLanguage('tr', ['fr'])).toBe('tr');
  expect(toFirstLanguage('xx', ['pl', 'uk-UA', 'de'])).toBe('uk');
  expect(toFirstLanguage(null, ['pl', 'ja'])).toBe('de');
  expect(toFirstLanguage(null, [])).toBe('de');
});

it('throws for a language outside the seven [P-8.17]', async () => {
  await expect(setLanguage('pl')).rejects.toThrow(RangeError);
});
