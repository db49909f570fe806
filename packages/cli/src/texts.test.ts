import { describe, expect, it } from 'vitest';
import { createTexts, toTerminalLanguage } from './texts.ts';

describe('texts of the command line', () => {
  it('follows LC_ALL, LC_MESSAGES, LANG in this order [D-3.13]', () => {
    expect(toTerminalLanguage({ LC_ALL: 'de_AT.UTF-8', LANG: 'en_US' }, 'en')).toBe('de');
    expect(toTerminalLanguage({ LC_MESSAGES: 'uk_UA', LANG: 'en_US' }, 'en')).toBe('uk');
    expect(toTerminalLanguage({ LC_ALL: '', LANG: 'C.UTF-8' }, 'de')).toBe('en');
    expect(toTerminalLanguage({ LANG: 'ja_JP' }, 'de')).toBe('en');
    expect(toTerminalLanguage({}, 'tr-TR')).toBe('tr');
  });

  it('chooses the plural form of the language and groups numbers', () => {
    expect(createTexts('uk')('report.rejected', { count: 3 })).toBe('Відхилено 3 рядки:');
    expect(createTexts('uk')('report.rejected', { count: 21 })).toBe('Відхилено 21 рядок:');
    expect(createTexts('de')('counts.placements', { count: 1100 })).toBe('1.100 Stunden im Plan');
  });
});
