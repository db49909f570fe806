import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('no rule says "anything beside anything": with one, a browser looks at every row of a list again when one is added', () => {
  const files = globSync('**/*.css', { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim());
    return selectors
      .filter((selector) => /\*\s*[+~]|[+~]\s*\*/.test(selector))
      .map((selector) => `${file}: ${selector}`);
  });
  expect(found).toEqual([]);
});
