import { expect, it } from 'vitest';
import { lettersOf } from './kinds.ts';

it('a channel is drawn by what its short name begins with, never by a lone first sign of it', () => {
  expect(lettersOf('Kurs 10b/1', '10b/1')).toBe('10b');
  expect(lettersOf('Kurs Informatik', 'IR')).toBe('IR');
  expect(lettersOf('Kurs Geschichte', 'Gesch')).toBe('Ges');
  expect(lettersOf('Kurs', 'B-1')).toBe('B-1');
  expect(lettersOf('Kurs', 'B--1')).toBe('B');
  expect(lettersOf('Kurs', '++')).toBe('++');
  expect(lettersOf('Kurs', ' 5ä-1')).toBe('5ä');
  expect(lettersOf('Kurs', '😀🌳🐝🎈')).toBe('😀🌳🐝');
});

it('without a short name it is drawn by its first and last word', () => {
  expect(lettersOf('Alle Schüler:innen', null)).toBe('AS');
  expect(lettersOf('SV', null)).toBe('SV');
  expect(lettersOf('Kollegium', null)).toBe('K');
  expect(lettersOf('', null)).toBe('');
  expect(lettersOf(' Alle Eltern ', null)).toBe('AE');
  expect(lettersOf('Bau', null)).toBe('Bau');
  expect(lettersOf('🌳 Garten 🐝', null)).toBe('🌳🐝');
});
