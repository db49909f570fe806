import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Brand } from '@kreide/core/features/branding';
import { expect, it } from 'vitest';
import { toManifest } from './manifests.ts';

const folder = fileURLToPath(new URL('../../brandings', import.meta.url));
const manifests = readdirSync(folder).map((variant) =>
  toManifest(JSON.parse(readFileSync(`${folder}/${variant}/brand.json`, 'utf8')) as Brand),
);

it('each branding is installed under its own name, with its own pictures, and opens as itself [D-6.07] [P-1.08]', () => {
  for (const of of ['name', 'id', 'start_url', 'theme_color'] as const)
    expect(new Set(manifests.map((manifest) => manifest[of])).size, of).toBe(manifests.length);
  for (const { id, start_url, scope, display, icons } of manifests) {
    expect([id, scope, display]).toEqual([start_url, '/', 'standalone']);
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
  }
});
