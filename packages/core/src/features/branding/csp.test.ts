import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { STYLE_HASHES, STYLE_SRC } from './csp.ts';

const library = fileURLToPath(new URL('../../../../../node_modules/react-aria/dist/private/', import.meta.url));
const injected = ['overlays/usePreventScroll.mjs', 'interactions/usePress.mjs'].map((file) => {
  const text = /style\.textContent = `([\s\S]*?)`\.trim\(\)/.exec(readFileSync(library + file, 'utf8'))?.[1] ?? '';
  return text.replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, 'data-react-aria-pressable').trim();
});

it('allows exactly the styles that the installed React Aria injects, without unsafe-inline [D-4.10]', () => {
  const hashes = injected.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
  expect(hashes).toEqual([...STYLE_HASHES]);
  expect(STYLE_SRC).toEqual(["'self'", ...hashes.map((hash) => `'${hash}'`)]);
});
