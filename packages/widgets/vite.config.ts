import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { contractForClients } from '../core/contract-for-clients.ts';
import { forOlderEngines, preactAsReact, reactByName, surfacesWithoutWords, textsInUse } from './build-plugins.ts';
import { engines } from './engines.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));
const FOLDERS = { light: 'dist', react: 'dist/react' } as const;
const ELEMENTS = ['timetable', 'monitor', 'substitutions', 'news'];
/** Those that had an address without `kreide-` before. */
const EARLIER = ['timetable', 'monitor', 'news'];

/** What draws the elements: `light`, preact under React's names, is what pages load; `react` is the same with React itself. */
export type Engine = 'light' | 'react';

function common(engine: Engine): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      surfacesWithoutWords(),
      forOlderEngines(),
      contractForClients(),
      textsInUse(),
      engine === 'light' ? preactAsReact() : reactByName(),
      react(),
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    // Not the engines: Chromium 87 fails at `?.` in calls that spread only, and the builder would write out each `?.` for it.
    build: { target: 'es2020', cssTarget: engines, outDir: FOLDERS[engine], modulePreload: false },
  };
}

/** One script that defines all elements, for any page: no module, no second request. */
export function readyBundle(engine: Engine): InlineConfig {
  return {
    ...common(engine),
    define: { 'import.meta.url': 'undefined' },
    build: {
      ...common(engine).build,
      emptyOutDir: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: source('register.ts'),
        output: { format: 'iife', entryFileNames: 'kreide.js', codeSplitting: false },
      },
    },
  };
}

/**
 * The ready bundle is built behind the modules, and for a release the same with React. The addresses that the modules had before
 * lead to them.
 */
function besideTheModules(isRelease: boolean): Plugin {
  return {
    name: 'beside-the-modules',
    apply: 'build',
    generateBundle() {
      for (const name of EARLIER)
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: `import './kreide-${name}.js';\n` });
    },
    async closeBundle() {
      await build(readyBundle('light'));
      if (!isRelease) return;
      await build(elementModules(entries, 'react'));
      await build(readyBundle('react'));
    },
  };
}

/** A module for each entry, one chunk with what two elements of the same plan share, and one with everything else that more than one uses. */
export function elementModules(input: Readonly<Record<string, string>>, engine: Engine = 'light'): InlineConfig {
  return {
    ...common(engine),
    build: {
      ...common(engine).build,
      emptyOutDir: true,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'kreide-[name]-[hash].js',
          codeSplitting: {
            groups: [
              { name: 'shared', test: /^(?!.*\/features\/monitor\/)/, minShareCount: 2, priority: 1 },
              { name: 'plan', minShareCount: 2 },
            ],
          },
        },
      },
    },
  };
}

export const entries = Object.fromEntries(ELEMENTS.map((name) => [`kreide-${name}`, source(`${name}.ts`)]));
const modules = elementModules(entries);

export default defineConfig(({ mode }) => ({
  ...modules,
  plugins: [...(modules.plugins ?? []), besideTheModules(mode === 'release')],
}));
