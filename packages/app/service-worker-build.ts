import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { contractForClients } from '../core/contract-for-clients.ts';
import { engines } from './engines.ts';

const source = fileURLToPath(new URL('src/shell/service-worker.ts', import.meta.url));

/**
 * Builds the service worker into one script beside index.html, and tells it the files of this version: those of the first
 * page, which it fetches when it is installed, and all others by name.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const html = await readFile(`${dir}/index.html`, 'utf8');
      const assets = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg|woff2)$/.test(name));
      const first = assets.filter((name) => html.includes(`/${name}"`));
      const shell = [
        { url: '/', revision: hashOf(html) },
        ...first.map((name) => ({ url: `/${name}`, revision: null })),
      ];
      await build({
        configFile: false,
        plugins: [contractForClients()],
        logLevel: 'warn',
        define: {
          __SHELL__: JSON.stringify(shell),
          __ASSETS__: JSON.stringify(assets.map((name) => `/${name}`)),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          target: engines,
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            checks: { bundlerTimings: false },
            input: source,
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
