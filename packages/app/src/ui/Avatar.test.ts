import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast } from '../../../../tests/support/contrast.ts';
import { initialsOf } from './Avatar.tsx';

it('an avatar has the first letters of both names, whatever they are written in', () => {
  expect(initialsOf(['Safiya', 'Hansen'])).toBe('SH');
  expect(initialsOf(['Олена', 'Мельник'])).toBe('ОМ');
  expect(initialsOf(['Petra', 'Čapková'])).toBe('PČ');
  expect(initialsOf(['10b'])).toBe('10b');
  expect(initialsOf(['Theater-AG'])).toBe('T');
  expect(initialsOf(['', ''])).toBe('');
});

it('initials read on each of the twelve tints, light and dark [D-7.03]', () => {
  const css = readFileSync(new URL('Avatar.module.css', import.meta.url), 'utf8');
  const colours = (name: string) =>
    [...css.matchAll(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`, 'g'))].map((one) => one.slice(1));
  const [grounds, inks] = [colours('ground'), colours('ink')];
  expect(grounds).toHaveLength(12);
  for (const [index, ground] of grounds.entries())
    for (const scheme of [0, 1])
      expect(contrast(inks[index]![scheme]!, ground[scheme]!), `tint ${index + 1}`).toBeGreaterThanOrEqual(7);
});
