import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

const shadowsIn = (text: string) => [...text.matchAll(/box-shadow:([^;}]+)/g)].map(([, value = '']) => value.trim());

it('a frame drawn by a shadow is at least a pixel wide: of less, Firefox draws the corners alone', () => {
  const folders = [SOURCES, join(SOURCES, '../../widgets/src')];
  const texts = folders.flatMap((cwd) =>
    globSync('**/*.css', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8')),
  );
  const frames = texts.flatMap(shadowsIn).filter((value) => /(^|\s)0 0 0 /.test(value));
  expect(frames).toContainEqual(expect.stringContaining('max(1px, 0.07em)'));
  expect(frames.filter((value) => /\b0 0 0 0?\.\d+(em|rem|px)/.test(value))).toEqual([]);
});

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

it('a field that grows with its text has three lines where an engine cannot do that', () => {
  const texts = globSync('**/*.css', { cwd: SOURCES }).map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  const GROWS = /([^{}]+)\{[^{}]*field-sizing: content;/g;
  const found = texts.flatMap((text) => {
    const [, other = ''] = text.split('@supports not (field-sizing: content)');
    const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
    return [...bare.matchAll(GROWS)].map(([, selector = '']) => {
      const [rule = ''] = other.split(`${selector.trim()} {`).slice(1);
      return /^\s*(min-)?height: calc\((max\(var\(--lines\), 3\)|3) \* 1\.5em/.test(rule);
    });
  });
  expect(found.length).toBeGreaterThanOrEqual(2);
  expect(found).not.toContain(false);
});

it('a page is as wide as one of three, whatever it shows', () => {
  const OTHERS = ['features/chat/Chat.module.css', 'features/start/StartScreen.module.css'];
  const wide = globSync('{features,shell/screens}/**/*.css', { cwd: SOURCES }).filter((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    return [...text.matchAll(/^\.(\w+) \{\n {2}[^}]*max-width: (?:3[6-9]|[4-9]\d)(?:\.\d+)?rem/gm)].some(
      ([, name]) => name !== 'over',
    );
  });
  expect(wide.filter((file) => !OTHERS.includes(file))).toEqual([]);
});

it('a list of selectors names each once, and a screen takes no class that its style sheet has not: both are what is left of a rule that has gone', () => {
  const sheets = new Map(
    globSync('**/*.css', { cwd: SOURCES }).map((file) => [
      join(SOURCES, file),
      readFileSync(join(SOURCES, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
    ]),
  );
  const twice = [...sheets].flatMap(([file, text]) =>
    [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => {
      // A comma within brackets parts no selectors.
      const names = list.split(/,(?![^(]*\))/).map((name) => name.trim());
      return new Set(names).size < names.length ? [`${file}: ${list.trim()}`] : [];
    }),
  );
  expect(twice).toEqual([]);
  const missing = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, name = '', path = '']) => {
      const sheet = sheets.get(join(SOURCES, dirname(file), path)) ?? '';
      const taken = [...text.matchAll(new RegExp(`(?<![\\w/-])${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one);
      return taken.filter((one) => !new RegExp(`\\.${one}(?![\\w-])`).test(sheet)).map((one) => `${file}: ${one}`);
    });
  });
  expect(missing).toEqual([]);
});

it('what is fixed in the window is not printed on each sheet, if it is no dialog', () => {
  const files = globSync('**/*.css', { cwd: SOURCES }).filter(
    (file) => !/\/(Dialog|Palette|Editor)\.module/.test(file),
  );
  const fixed = files.map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const);
  const found = fixed.filter(([, text]) => text.includes('position: fixed') && !text.includes('@media print'));
  expect(found.map(([file]) => file)).toEqual([]);
});
