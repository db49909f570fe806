import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LANGUAGES } from '../../kernel/product.ts';
import { type Brand, brand as brandSchema, VARIANTS } from './schema.ts';

const folder = fileURLToPath(new URL('../../../../../brandings/', import.meta.url));
const read = (path: string) => readFileSync(folder + path, 'utf8');
const brands = VARIANTS.map((key): Brand => z.parse(brandSchema, JSON.parse(read(`${key}/brand.json`))));

describe('the nine variants', () => {
  it('are one default and eight named ones, each in a folder of its own [P-1.07] [D-1.08]', () => {
    expect(readdirSync(folder).sort()).toEqual([...VARIANTS].sort());
    expect(VARIANTS).toHaveLength(9);
    expect(brands.map((brand) => brand.key)).toEqual([...VARIANTS]);
  });

  it('have their own name, logo, start text, favicon, style set and native settings [P-1.08]', () => {
    for (const brand of brands) {
      for (const file of [brand.logo, brand.favicon, brand.theme])
        expect(existsSync(`${folder}${brand.key}/${file}`)).toBe(true);
    }
    const own = [
      (brand: Brand) => brand.app_name,
      (brand: Brand) => brand.native.app_id,
      (brand: Brand) => brand.native.url_scheme,
      ...LANGUAGES.flatMap((language) => [
        (brand: Brand) => brand.start_page[language].title,
        (brand: Brand) => brand.start_page[language].text,
      ]),
      (brand: Brand) => read(`${brand.key}/${brand.logo}`),
      (brand: Brand) => read(`${brand.key}/${brand.favicon}`),
      (brand: Brand) => read(`${brand.key}/${brand.theme}`),
    ];
    for (const of of own) expect(new Set(brands.map(of)).size).toBe(9);
  });

  it('draw logo and favicon without script, style, text and outside addresses', () => {
    for (const { key } of brands) {
      for (const file of ['logo.svg', 'favicon.svg']) {
        const svg = read(`${key}/${file}`).replace('xmlns="http://www.w3.org/2000/svg"', '');
        expect(svg).not.toMatch(/<script|<style|style=|<text|href|http|onload/);
      }
    }
  });

  it('switch codes, reset, announcements, hints and videos on by default, each overridable', () => {
    const names = [
      'registration_code_on_login',
      'password_reset_on_login',
      'announcements',
      'hint_cards',
      'help_videos',
    ] as const;
    for (const name of names) {
      expect(brands[0]!.switches[name], name).toBe(true);
      expect(new Set(brands.map((brand) => brand.switches[name])), name).toEqual(new Set([true, false]));
    }
  });

  it('switch marketing on by default, keep-alive on for one named variant only, the authenticator off unless turned on', () => {
    for (const brand of brands) expect(Object.keys(brand.switches)).toHaveLength(8);
    expect(brands[0]!.switches).toMatchObject({
      marketing_entries: true,
      keep_alive: false,
      authenticator_on_start: false,
    });
    const pinging = brands.filter((brand) => brand.switches.keep_alive);
    expect(pinging.map((brand) => brand.key)).toEqual(['kompass']);
  });

  it('refuse a variant that misses a switch, a language or a native setting [P-1.08]', () => {
    for (const path of [['switches', 'help_videos'], ['start_page', 'tr'], ['native', 'app_id'], ['favicon']]) {
      const broken = structuredClone(brands[0]!) as unknown as Record<string, Record<string, unknown>>;
      if (path.length === 1) delete broken[path[0]!];
      else delete broken[path[0]!]![path[1]!];
      expect(z.safeParse(brandSchema, broken).success).toBe(false);
    }
  });
});

const schemes = ['light', 'dark'] as const;
const PAIRS: [string, string, number][] = [
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-accent', 'accent-pressed', 4.5],
  ['on-accent-soft', 'accent-soft', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['on-hero', 'hero', 7],
  ['on-hero', 'hero-deep', 7],
  ['on-hero-muted', 'hero', 4.5],
];
/** Neutral backgrounds of the design system (ui/tokens.css): the lightest and the darkest behind text. */
const GROUNDS = { light: ['#ffffff', '#eceff1'], dark: ['#0b0f11', '#22292c'] };

describe('the style sets', () => {
  const themes = brands.map((brand) => toColours(read(`${brand.key}/theme.css`)));

  it('set the same tokens in every variant [P-1.08]', () => {
    for (const theme of themes) expect(Object.keys(theme)).toEqual(Object.keys(themes[0]!));
  });

  it.each(schemes)('keep AA contrast in %s mode [D-7.03]', (scheme) => {
    for (const [index, theme] of themes.entries()) {
      for (const [front, back, least] of PAIRS) {
        const ratio = contrast(theme[front]![scheme], theme[back]![scheme]);
        expect(ratio, `${VARIANTS[index]} ${front} on ${back}`).toBeGreaterThanOrEqual(least);
      }
      for (const ground of GROUNDS[scheme]) {
        expect(contrast(theme['accent-text']![scheme], ground), `${VARIANTS[index]} text`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(theme.accent![scheme], ground), `${VARIANTS[index]} mark`).toBeGreaterThanOrEqual(3);
        expect(contrast(theme.focus![scheme], ground), `${VARIANTS[index]} focus`).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

function toColours(css: string): Record<string, { light: string; dark: string }> {
  const tokens = css.matchAll(/--kreide-color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return Object.fromEntries([...tokens].map(([, name, light, dark]) => [name, { light: light!, dark: dark! }]));
}

/** WCAG 2.2 contrast ratio of two `#rrggbb` colours. */
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
