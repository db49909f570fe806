import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--kreide-color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
);

function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const GROUNDS = ['background', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'];
const TEXTS = [
  ...GROUNDS.flatMap((ground) => [
    ['text', ground],
    ['text-muted', ground],
  ]),
  ...['danger', 'success', 'warning', 'info', 'event', 'message'].flatMap((kind) => [
    [`${kind}-text`, `${kind}-soft`],
    ['text', `${kind}-soft`],
  ]),
  ['danger-text', 'surface'],
  ['warning-text', 'surface'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
] as [string, string][];
const EDGES = [
  ...['background', 'surface', 'surface-raised', 'surface-sunken'].map((ground) => ['border-strong', ground]),
  ...['red', 'yellow', 'green'].map((colour) => [`strength-${colour}`, 'surface']),
] as [string, string][];

it.each(['light', 'dark'] as const)('text reads and edges show in %s mode: WCAG 2.2 AA [D-7.03]', (scheme) => {
  for (const [pairs, least] of [
    [TEXTS, 4.5],
    [EDGES, 3],
  ] as const) {
    for (const [front, back] of pairs) {
      const ratio = contrast(tokens.get(front)![scheme], tokens.get(back)![scheme]);
      expect(ratio, `${front} on ${back}`).toBeGreaterThanOrEqual(least);
    }
  }
});
