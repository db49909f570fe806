import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractForClients } from '../core/contract-for-clients.ts';
import { engines } from './engines.ts';
import { fetchedAhead } from './fetched-ahead.ts';
import { geist } from './geist.ts';
import { groups, preloadedWith } from './groups.ts';
import { reactWithoutStacks, routerInParts, textsInParts } from './library-parts.ts';
import { manifests } from './manifests.ts';
import { noCircles } from './no-circles.ts';
import { forOldestEngines } from './older-css.ts';
import { serviceWorker } from './service-worker-build.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };
/** The API that `vite` alone (npm run dev) talks to. */
const releasedAt = process.env.KREIDE_RELEASED_AT ?? new Date().toISOString();
const api = process.env.KREIDE_URL ?? 'http://127.0.0.1:3000';

const define = { __APP_VERSION__: JSON.stringify(version), __RELEASED_AT__: JSON.stringify(releasedAt) };

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

/** Realtime goes over websockets only: the client's other ways to a server become empty modules. */
function websocketOnly(): Plugin {
  const others = /\/engine\.io-client\/build\/esm\/transports\/(polling-xhr|webtransport)\.js$/;
  return {
    name: 'websocket-only',
    enforce: 'pre',
    load: (id) => (others.test(id) ? 'export const XHR = null, WT = null, hasCORS = false;' : null),
  };
}

/** What several screens share is named after all of them, and the first file lists every name. */
const toName = (name: string) => `assets/${name.replace(/~.*/, '')}-[hash]`;
const shortNames = {
  chunkFileNames: ({ name }: { name: string }) => `${toName(name)}.js`,
  assetFileNames: ({ names }: { names: string[] }) => `${toName(names[0]?.replace(/\.\w+$/, '') ?? 'file')}[extname]`,
};

export default defineConfig({
  root,
  plugins: [
    contractForClients(),
    sevenLanguages(),
    websocketOnly(),
    reactWithoutStacks(),
    routerInParts(),
    textsInParts(),
    geist(),
    ...fetchedAhead(define),
    react(),
    forOldestEngines(),
    manifests(),
    noCircles(),
    serviceWorker(),
  ],
  define,
  json: { namedExports: false },
  build: {
    target: engines,
    outDir: 'dist',
    emptyOutDir: true,
    // A strict policy allows no data: fonts or styles; pictures stay files as well, so that they can be kept for long.
    assetsInlineLimit: 0,
    manifest: true,
    // What a visit may cost is held by tests (tests/support/visited-scripts.ts); the first file alone says little of it.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups }, ...shortNames } },
    modulePreload: { polyfill: false, resolveDependencies: preloadedWith },
  },
  server: { proxy: { '/v1': { target: api, ws: true } } },
});
