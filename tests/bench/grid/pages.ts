import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { build } from 'vite';
import { engines } from '../../../packages/app/engines.ts';

/** Where the built pages seem to come from; nothing listens there, every request is answered from the folder. */
export const PAGES_ORIGIN = 'http://grid.test';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds pages of `pages/` for production into a folder, one bundle each, and answers the folder. */
export async function buildPages(names: readonly string[], outDir: string): Promise<string> {
  const root = fileURLToPath(new URL('./pages/', import.meta.url));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Under a test runner NODE_ENV is not production, and JSX would be compiled for development.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      cssTarget: engines,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: names.map((name) => join(root, `${name}.html`)) },
    },
  });
  return outDir;
}

/** Answers every request of a context from the built folder. */
export async function servePages(context: BrowserContext, folder: string): Promise<void> {
  await context.route('**/*', async (route) => {
    const file = join(folder, new URL(route.request().url()).pathname);
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ contentType: TYPES[extname(file)] ?? 'text/plain', body: readFileSync(file) });
  });
}
