import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand } from '@kreide/core/features/branding';
import * as z from 'zod/mini';

/** Reads `brandings/<variant>/brand.json` of every variant; an unknown key is the default's. */
export function readBrands(folder: string): (key: string | null) => Brand {
  const brands = new Map(
    readdirSync(folder).map((key) => [
      key,
      z.parse(brand, JSON.parse(readFileSync(join(folder, key, 'brand.json'), 'utf8'))),
    ]),
  );
  const standard = brands.get('default');
  if (!standard) throw new Error('the default branding is missing');
  return (key) => brands.get(key ?? '') ?? standard;
}
