import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FLOOR } from './engines.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('a browser that is too old is told by the page itself which ones are not, in seven languages, as the build has it', () => {
  const words = Array.from(read('index.html').matchAll(/<p lang="(..)">(.+?)<\/p>/g), ([, language, text]) => ({
    language,
    text,
  }));
  expect(words.map(({ language }) => language)).toEqual(['de', 'en', 'es', 'tr', 'uk', 'fr', 'it']);
  for (const { text } of words)
    expect(text).toMatch(
      new RegExp(`Safari ${FLOOR.safari}, Firefox ${FLOOR.firefox}, Chrome .* Edge ${FLOOR.chrome}\\b`),
    );
  const page = read('../../docs/browsers.md');
  for (const [name, version] of Object.entries(FLOOR)) expect(page).toMatch(new RegExp(`${name} ${version}\\b`, 'i'));
});

it('page, first script, service worker and styles are built for the same engines', () => {
  for (const file of ['vite.config.ts', 'fetched-ahead.ts', 'service-worker-build.ts']) {
    expect(read(file), file).toMatch(/\btarget: engines\b/);
    expect(read(file), file).not.toMatch(/cssTarget|(chrome|firefox|safari)\d/);
  }
});
