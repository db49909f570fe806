import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import { contractForClients } from '../core/contract-for-clients.ts';
import { reactByName, surfacesWithoutWords, textsInUse } from './build-plugins.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));
const ELEMENTS = ['timetable', 'monitor', 'news'];

const target = ['es2023', 'chrome123', 'firefox121', 'safari17.5'];
/** All of these know light-dark(); its replacement would need a rule at the page's root, which a shadow root has not. */
const cssTarget = ['chrome125', 'firefox125', 'safari18'];

function common(): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [surfacesWithoutWords(), contractForClients(), textsInUse(), reactByName(), react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
    build: { target, cssTarget, outDir: 'dist', modulePreload: false },
  };
}

/** One script that defines all elements, for any page: no module, no second request. */
function readyBundle(): InlineConfig {
  return {
    ...common(),
    define: { 'import.meta.url': 'undefined' },
    build: {
      ...common().build,
      emptyOutDir: false,
      rolldownOptions: {
        input: source('register.ts'),
        output: { format: 'iife', entryFileNames: 'kreide.js', codeSplitting: false },
      },
    },
  };
}

/** The ready bundle is built behind the modules. The addresses that the modules had before lead to them. */
function besideTheModules(): Plugin {
  return {
    name: 'beside-the-modules',
    apply: 'build',
    generateBundle() {
      for (const name of ELEMENTS)
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: `import './kreide-${name}.js';\n` });
    },
    closeBundle: async () => void (await build(readyBundle())),
  };
}

/** A module for each entry, and one chunk with everything that more than one of them uses. */
export function elementModules(input: Readonly<Record<string, string>>): InlineConfig {
  return {
    ...common(),
    build: {
      ...common().build,
      emptyOutDir: true,
      rolldownOptions: {
        input,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'kreide-[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        },
      },
    },
  };
}

export const entries = Object.fromEntries(ELEMENTS.map((name) => [`kreide-${name}`, source(`${name}.ts`)]));
const modules = elementModules(entries);

export default defineConfig({ ...modules, plugins: [...(modules.plugins ?? []), besideTheModules()] });
