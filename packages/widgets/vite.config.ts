import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** Of a surface an element needs its names and defaults; the words are for manifest, types and docs. */
function surfacesWithoutWords(): Plugin {
  return {
    name: 'surfaces-without-words',
    enforce: 'pre',
    async load(id) {
      if (!/\/features\/[a-z-]+\/surface\.ts$/.test(id)) return null;
      const module = (await import(id)) as Record<string, Surface>;
      return Object.entries(module)
        .map(([name, { tag, attributes, events }]) => {
          const initials = Object.entries(attributes).map(([key, { initial }]) => [key, { initial }]);
          const names = Object.keys(events).map((event) => [event, 0]);
          const bare = { tag, attributes: Object.fromEntries(initials), events: Object.fromEntries(names) };
          return `export const ${name} = ${JSON.stringify(bare)};`;
        })
        .join('\n');
    },
  };
}

type Surface = { tag: string; attributes: Record<string, { initial: string | null }>; events: Record<string, unknown> };

/** The contract's declarations as a client needs them; their schemas describe what only the server checks. */
function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod/mini' ? source('kernel/no-schemas.ts') : null),
    async load(id) {
      if (!/\/core\/src\/features\/[a-z-]+\/api\.ts$/.test(id)) return null;
      const module = (await import(id)) as Record<string, unknown>;
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(isEndpoint(value) ? toCall(value) : value)};`)
        .join('\n');
    },
  };
}

type Call = { method: string; path: string; auth: string; timeout?: number; produces?: string; idempotent?: boolean };
const isEndpoint = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value;
const toCall = ({ method, path, auth, timeout, produces, idempotent }: Call): Call =>
  JSON.parse(JSON.stringify({ method, path, auth, timeout, produces, idempotent }));

/** The texts that the timetable's views say; the app's screens have many more. */
const USED_TEXT =
  /^(time_range$|room$|period$|look_|moved_|change_(?!time_)|grid_label$|list_label$|keyboard_hint$|more|lessons_|changes_|no_changes$|week_number$|range$|today$|holiday|no_lessons_day$|loading$|show_|view_(day|week|list)$|(previous|next)_(day|week)$|detail_(?!state))/;
/** What only the app's page around the monitor says. */
const UNUSED_TEXT: Readonly<Record<string, RegExp>> = { monitor: /^(title|broken)$/ };
/** Rules of the month view, which no element has. */
const UNUSED_RULE = /^\.kt-(month|cell|chip|week-number|outside)[^{}]*\{[^}]*\}\n/gm;

const locales = fileURLToPath(new URL('../../locales', import.meta.url));

function readTexts(language: string, namespace: string): Record<string, string> {
  const texts = JSON.parse(readFileSync(`${locales}/${language}/${namespace}.json`, 'utf8')) as Record<string, string>;
  const isSaid = (key: string) =>
    (namespace !== 'timetable' || USED_TEXT.test(key)) && !UNUSED_TEXT[namespace]?.test(key);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isSaid(key)));
}

/** German stands in the script, each other language in a file of its own that the server hands out. */
function textsOfElements(): Plugin {
  return {
    name: 'texts-of-elements',
    enforce: 'pre',
    load(id) {
      const [, namespace] = /\/locales\/de\/([a-z]+)\.json/.exec(id) ?? [];
      return namespace ? JSON.stringify(readTexts('de', namespace)) : null;
    },
    transform: (code, id) =>
      id.includes('/views/lists.css') ? { code: code.replace(UNUSED_RULE, ''), map: null } : null,
    generateBundle() {
      for (const language of readdirSync(locales)) {
        const tree = ['timetable', 'widgets', 'monitor'].map((name) => [name, readTexts(language, name)] as const);
        const source = JSON.stringify(Object.fromEntries(tree));
        this.emitFile({ type: 'asset', fileName: `texts/${language}.json`, source });
      }
    },
  };
}

function common(): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [surfacesWithoutWords(), contractWithoutSchemas(), textsOfElements(), react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
  };
}

const target = ['es2023', 'chrome123', 'firefox121', 'safari17.5'];
/** All of these know light-dark(); its replacement would need a rule at the page's root, which a shadow root has not. */
const cssTarget = ['chrome125', 'firefox125', 'safari18'];

/** One script that defines all three elements, for any page: no module, no second request. */
function readyBundle(): InlineConfig {
  return {
    ...common(),
    define: { 'import.meta.url': 'undefined' },
    build: {
      target,
      cssTarget,
      outDir: 'dist',
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: source('register.ts'),
        output: { format: 'iife', entryFileNames: 'kreide.js', codeSplitting: false },
      },
    },
  };
}

// One build makes both: an ES module per element round a shared copy of React, and behind it the ready bundle.
export default defineConfig({
  ...common(),
  plugins: [
    ...(common().plugins ?? []),
    { name: 'ready-bundle', apply: 'build', closeBundle: async () => void (await build(readyBundle())) },
  ],
  build: {
    target,
    cssTarget,
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: { timetable: source('timetable.ts'), monitor: source('monitor.ts'), news: source('news.ts') },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'shared/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
});
