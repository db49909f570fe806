import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('a browser that is too old is told by the page itself which ones are not, in seven languages, as the build has it', () => {
  const [, built = ''] = /const target = \[(.+)\]/.exec(read('vite.config.ts')) ?? [];
  const oldest = Object.fromEntries(
    Array.from(built.matchAll(/'(chrome|firefox|safari)([\d.]+)'/g), ([, name, version]) => [name, version]),
  );
  const words = Array.from(read('index.html').matchAll(/<p lang="(..)">(.+?)<\/p>/g), ([, language, text]) => ({
    language,
    text,
  }));
  expect(words.map(({ language }) => language)).toEqual(['de', 'en', 'es', 'tr', 'uk', 'fr', 'it']);
  for (const { text } of words)
    expect(text).toMatch(
      new RegExp(`Safari ${oldest.safari}, Firefox ${oldest.firefox}, Chrome .* Edge ${oldest.chrome}\\b`),
    );
  const page = read('../../docs/browsers.md');
  for (const [name, version] of Object.entries(oldest)) expect(page).toMatch(new RegExp(`${name} ${version}\\b`, 'i'));
});
