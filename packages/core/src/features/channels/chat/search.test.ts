import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXCERPT_LENGTH, toExcerpt, toSearchText, toSearchWords } from './search.ts';

const marked = (content: string, typed: string, length?: number) =>
  toExcerpt(content, toSearchWords(typed), length)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

describe('what is searched for', () => {
  it('is every word once, small and without accents; those of one or two letters are whole words', () => {
    expect(toSearchText('Größe ÇA İs ılık')).toBe('groesse ca is ilik');
    expect(toSearchWords('  Größe AB größe ')).toEqual([
      { text: 'groesse', isWhole: false },
      { text: 'ab', isWhole: true },
    ]);
    expect(toSearchWords(' \n')).toEqual([]);
  });
});

describe('a found text', () => {
  it('has its hits marked as they were written', () => {
    expect(marked('Die Schulaufgabe über Größen', 'aufgabe groess')).toBe('Die Schul[aufgabe] über [Größ]en');
    expect(marked('Raum AB, Abend', 'ab')).toBe('Raum [AB], Abend');
    expect(marked('Ueber u\u0308ber', 'über')).toBe('[Ueber] [über]');
    expect(marked('aufgaben', 'aufg gaben fga')).toBe('[aufgaben]');
    expect(marked('100 % (a.b)', '% a.b')).toBe('100 [%] ([a.b])');
    expect(marked('Ohne', 'nirgends')).toBe('Ohne');
  });

  it('is cut to the part around its first hit', () => {
    const text = `${'vorher '.repeat(40)}Treffer ${'nachher '.repeat(40)}`;
    const found = marked(text, 'treffer');
    expect(found).toMatch(/^….{25,40}\[Treffer\].*…$/);
    expect(found.length).toBeLessThan(EXCERPT_LENGTH + 10);
    expect(marked(`${'vorher '.repeat(40)}Treffer`, 'treffer')).toMatch(/^….*\[Treffer\]$/);
    expect(marked('eins zwei drei vier', 'eins', 9)).toBe('[eins] zwei…');
  });

  it('says what was written, whatever that is and whatever is looked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 5 }), (content, typed) => {
        const whole = content.normalize('NFC').replace(/\s+/gu, ' ').trim();
        const parts = toExcerpt(content, toSearchWords(typed), 10_000);
        expect(parts.map(({ text }) => text).join('')).toBe(whole);
      }),
    );
  });
});
