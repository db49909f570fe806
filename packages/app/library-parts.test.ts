import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { routerInParts } from './library-parts.ts';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production/lib',
);

/** The hooks of the plugin, called as the builder calls them. */
function plugin() {
  const { transform, generateBundle } = routerInParts() as Plugin & Record<string, (...parts: unknown[]) => unknown>;
  return {
    change: (file: string, change = (code: string) => code) =>
      (transform as (code: string, id: string) => { code: string } | null)(
        change(readFileSync(join(folder, file), 'utf8')),
        join(folder, file),
      )?.code ?? '',
    end: () => (generateBundle as () => void)(),
  };
}

const FILES = ['components.js', 'context.js', 'dom/lib.js', 'router/router.js'];

it('the router loses its names for development tools, and what it asks of a measurement', () => {
  const { change, end } = plugin();
  const changed = Object.fromEntries(FILES.map((file) => [file, change(file)]));
  end();
  expect(changed['context.js']).not.toContain('displayName');
  expect(changed['context.js']).toContain('/* @__PURE__ */');
  expect(changed['router/router.js']).not.toMatch(/init\.instrumentations/);
});

it('a build fails where another version of the router is written otherwise, or has its parts elsewhere', () => {
  const { change, end } = plugin();
  expect(() => change('context.js', (code) => code.replace('.displayName =', '["displayName"] ='))).toThrow(
    'in context.js: adapt library-parts.ts',
  );
  for (const file of FILES.slice(1)) change(file);
  expect(end).toThrow('no components.js any more');
});
