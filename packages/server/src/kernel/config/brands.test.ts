import { join } from 'node:path';
import { VARIANTS } from '@kreide/core/features/branding';
import { expect, it } from 'vitest';
import { contrast } from '../../../../../tests/support/contrast.ts';
import { readBrands } from './brands.ts';

const brandOf = readBrands(join(import.meta.dirname, '../../../../../brandings'));

it('every branding is known by its key, and everything else is the default', () => {
  for (const key of VARIANTS) expect(brandOf(key).key).toBe(key);
  for (const key of [null, 'unknown', '']) expect(brandOf(key).key).toBe('default');
});

it('white is legible on the colour of each branding, as mails have it', () => {
  for (const key of VARIANTS)
    expect(contrast('#ffffff', brandOf(key).theme_color.light), key).toBeGreaterThanOrEqual(4.5);
});
