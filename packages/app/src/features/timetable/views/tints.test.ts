import { readFileSync } from 'node:fs';
import { HUES } from '@kreide/core/features/timetable';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(new URL('./tints.css', import.meta.url), 'utf8');
/** The two colours of a hue, light (0) or dark (1). */
function tintOf(hue: string, scheme: 0 | 1): Record<'ground' | 'bar', Colour> {
  const block = new RegExp(`\\.kt-${hue} \\{([^}]*)\\}`).exec(sheet)?.[1] ?? '';
  const read = (name: string) =>
    toOklab(new RegExp(`--kt-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(block)![scheme + 1]!);
  return { ground: read('ground'), bar: read('bar') };
}

/** The part of the first colour in a mixture of the sheet, light (0) or dark (1). */
function partOf(name: string, scheme: 0 | 1): number {
  const rule = new RegExp(`--kt-${name}: ([^;]*);`).exec(sheet)?.[1] ?? '';
  const parts = [...rule.matchAll(/(\d+)%/g)].map(([, percent]) => Number(percent) / 100);
  return parts[scheme] ?? parts[0]!;
}

type Colour = readonly [lightness: number, a: number, b: number];

function toOklab(hex: string): Colour {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const mix = (one: Colour, part: number, other: Colour): Colour =>
  one.map((value, index) => value * part + other[index]! * (1 - part)) as unknown as Colour;

function luminance([lightness, a, b]: Colour): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const [r, g, blueShare] = [red, green, blue].map((share) => Math.min(1, Math.max(0, share))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * blueShare;
}

function contrast(one: Colour, other: Colour): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
}

const SCHEMES = [
  [0, '#16201b', '#ffffff'],
  [1, '#e8ede9', '#151b18'],
] as const;

const [BLACK, WHITE] = [toOklab('#000000'), toOklab('#ffffff')];

describe.each(HUES)('the tint %s', (hue) => {
  it.each(SCHEMES)('can be read in every pair, scheme %i [T-3.95]', (scheme, text, surface) => {
    const { ground, bar } = tintOf(hue, scheme);
    const ink = mix(bar, partOf('ink', scheme), scheme === 0 ? BLACK : WHITE);
    const soft = mix(ink, partOf('soft', scheme), ground);
    const solid = mix(bar, partOf('solid', scheme), ink);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(7);
    expect(contrast(soft, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(soft, toOklab(surface))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(toOklab(text), ground)).toBeGreaterThanOrEqual(7);
    expect(contrast(solid, scheme === 0 ? WHITE : ground)).toBeGreaterThanOrEqual(4.5);
    // A new value and an event stand off the ground as graphics do.
    expect(contrast(solid, ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(bar, ink)).toBeGreaterThan(1);
  });
});
