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
  it('want signs of life of a session in exactly one of nine [P-1.15]', () => {
    expect(brands.filter((brand) => brand.keep_alive).map(({ key }) => key)).toEqual(['kompass']);
  });

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

  it('refuse a variant that misses a language or a native setting, or has what nothing reads [P-1.08]', () => {
    for (const path of [['start_page', 'tr'], ['native', 'app_id'], ['favicon']]) {
      const broken = structuredClone(brands[0]!) as unknown as Record<string, Record<string, unknown>>;
      if (path.length === 1) delete broken[path[0]!];
      else delete broken[path[0]!]![path[1]!];
      expect(z.safeParse(brandSchema, broken).success).toBe(false);
    }
    expect(z.safeParse(brandSchema, { ...brands[0], unread: true }).success).toBe(false);
  });
});

describe('the style sets', () => {
  it('set the same tokens in every variant; their contrast is tested with the design system [P-1.08]', () => {
    const namesOf = (key: string) => [...read(`${key}/theme.css`).matchAll(/--kreide-[\w-]+(?=:)/g)].map(String);
    expect(namesOf('default').length).toBeGreaterThan(10);
    for (const { key } of brands) expect(namesOf(key), key).toEqual(namesOf('default'));
  });
});
