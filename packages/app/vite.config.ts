import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractForClients } from '../core/contract-for-clients.ts';
import { compileAtOnce } from './compile-at-once.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
/** The API that `vite` alone (npm run dev) talks to. */
const api = process.env.KREIDE_URL ?? 'http://127.0.0.1:3000';

/** React Aria carries its own words in 34 languages; the app speaks seven. The others become empty modules. */
function sevenLanguages(): Plugin {
  const kept = /\/(de-DE|en-US|es-ES|tr-TR|uk-UA|fr-FR|it-IT)\.m?js$/;
  return {
    name: 'seven-languages',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? '';
      const isDictionary =
        /\/node_modules\/(react-aria|react-stately|react-aria-components)\/.*\/[a-z]{2}-[A-Z]{2}\.m?js$/.test(path);
      return isDictionary && !kept.test(path) ? 'export default {};' : null;
    },
  };
}

export default defineConfig({
  root,
  plugins: [contractForClients(), sevenLanguages(), react()],
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __RELEASED_AT__: JSON.stringify(process.env.KREIDE_RELEASED_AT ?? new Date().toISOString()),
  },
  build: {
    target: ['es2023', 'chrome123', 'firefox121', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    // A strict policy allows no data: fonts or styles; pictures stay files as well, so that they can be kept for long.
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: { output: { postBanner: compileAtOnce } },
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/v1': { target: api, ws: true } } },
});
