import { readFileSync } from 'node:fs';
import { VARIANTS } from '@kreide/core/features/branding';
import { describe, expect, it } from 'vitest';
import { coloursOf, contrast, mix } from '../../../../tests/support/contrast.ts';

const own = coloursOf(readFileSync(new URL('tokens.css', import.meta.url), 'utf8'));
const themeOf = (variant: string) =>
  coloursOf(readFileSync(new URL(`../../../../brandings/${variant}/theme.css`, import.meta.url), 'utf8'));

const GROUNDS = ['background', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover', 'fill'];
const KINDS = ['danger', 'success', 'warning', 'info'];

/** Text and what it is written on: 4.5 at least. */
const TEXTS = [
  ...GROUNDS.flatMap((ground) => [
    ['text', ground],
    ['text-muted', ground],
    ['accent-text', ground],
  ]),
  ['text', 'fill-on'],
  ['text', 'accent-soft'],
  ['text-muted', 'accent-soft'],
  ['text', 'mine'],
  ['text-muted', 'mine'],
  ...KINDS.flatMap((kind) => [
    [`${kind}-text`, `${kind}-soft`],
    [`${kind}-text`, 'surface'],
    [`${kind}-text`, 'surface-raised'],
    ['text', `${kind}-soft`],
  ]),
  ['danger-text', 'background'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-inverse', 'inverse'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-pressed'],
  ['on-accent-soft', 'accent-soft'],
  ['accent-text', 'accent-soft'],
] as [string, string][];
/** Text on the board, which has smears of chalk. */
const ON_BOARD = [
  ['chalk', 'board'],
  ['chalk', 'board-deep'],
  ['chalk-muted', 'board'],
  ['chalk-muted', 'board-deep'],
] as [string, string][];
/** Edges and marks that must be seen: 3 at least. */
const EDGES = [
  ...['background', 'surface', 'surface-raised', 'surface-sunken'].map((ground) => ['border-strong', ground]),
  ...GROUNDS.flatMap((ground) => [
    ['focus', ground],
    ['accent', ground],
  ]),
  ['danger', 'surface'],
  ...['red', 'yellow', 'green'].map((colour) => [`strength-${colour}`, 'surface']),
] as [string, string][];

describe.each(VARIANTS)('the brand %s', (variant) => {
  const colours = { ...own, ...themeOf(variant) };
  it.each(['light', 'dark'] as const)('is legible in %s: WCAG 2.2 AA [D-7.03] [P-1.08]', (scheme) => {
    const of = (name: string) => colours[name]![scheme];
    for (const [front, back] of TEXTS)
      expect(contrast(of(front), of(back)), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
    for (const [front, back] of EDGES)
      expect(contrast(of(front), of(back)), `${front} on ${back}`).toBeGreaterThanOrEqual(3);
    for (const [front, back] of ON_BOARD)
      expect(contrast(of(front), mix(of(back), '#ffffff', 0.12)), `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['inverse', 'danger'])
      expect(contrast(of(`on-${ground}`), mix(of(ground), of(`on-${ground}`), 0.18)), ground).toBeGreaterThanOrEqual(
        4.5,
      );
  });
});

it('the page before the app has come is of the same colours', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  const colours = [...page.matchAll(/light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, light, dark]) => [light, dark]);
  expect(colours).toEqual(['background', 'text'].map((name) => [own[name]?.light, own[name]?.dark]));
});
