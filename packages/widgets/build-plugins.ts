import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

type Surface = { tag: string; attributes: Record<string, { initial: string | null }>; events: Record<string, unknown> };

/** Of a surface an element needs its names and defaults; the words are for manifest, types and docs. */
export function surfacesWithoutWords(): Plugin {
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

const locales = fileURLToPath(new URL('../../locales', import.meta.url));
/** Texts of the app as well, most of which no element says. */
const SHARED = ['timetable', 'monitor'];

/**
 * Of the texts that the elements share with the app, those whose keys stand in the built code. German stands in the script, each other
 * language in a file of its own that the server hands out.
 */
export function textsInUse(): Plugin {
  const markOf = (namespace: string) => `texts of ${namespace}`;
  return {
    name: 'texts-in-use',
    enforce: 'pre',
    load(id) {
      const namespace = /\/locales\/de\/([a-z]+)\.json/.exec(id)?.[1] ?? '';
      return SHARED.includes(namespace) ? JSON.stringify(markOf(namespace)) : null;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const isSaid = keysIn(chunks.map(({ code }) => code).join('\n'));
      for (const chunk of chunks) {
        for (const namespace of SHARED) {
          const mark = new RegExp(`(["'\`])${markOf(namespace)}\\1`, 'g');
          chunk.code = chunk.code.replace(mark, () => JSON.stringify(readTexts('de', namespace, isSaid)));
        }
      }
      for (const language of readdirSync(locales)) {
        const shared = SHARED.map((namespace) => [namespace, readTexts(language, namespace, isSaid)]);
        const tree = { ...Object.fromEntries(shared), widgets: readTexts(language, 'widgets') };
        this.emitFile({ type: 'asset', fileName: `texts/${language}.json`, source: JSON.stringify(tree) });
      }
    },
  };
}

function readTexts(language: string, namespace: string, isSaid = (_key: string) => true): Record<string, string> {
  const texts = JSON.parse(readFileSync(`${locales}/${language}/${namespace}.json`, 'utf8')) as Record<string, string>;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isSaid(key)));
}

/**
 * Which keys a script can ask for: those that stand in it as they are, also without the plural form behind them, and those that a template
 * begins (`view_${name}`). A word that is no key costs at most a text too many.
 */
function keysIn(code: string): (key: string) => boolean {
  const words = new Set([...code.matchAll(/(["'`])([a-zA-Z]\w*)\1/g)].map((match) => match[2] as string));
  const families = new Set([...code.matchAll(/`([a-zA-Z]+_)\$\{/g)].map((match) => match[1] as string));
  return (key) => words.has(key) || words.has(key.replace(/_[a-z]+$/, '')) || families.has(key.replace(/[^_]+$/, ''));
}

/** React's files are CommonJS: taken apart in one place, so that no element needs the helper that reads such files. */
export function reactByName(): Plugin {
  const prefix = '\0by-name:';
  return {
    name: 'react-by-name',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const isOurs = !importer.startsWith('\0') && !importer.includes('/node_modules/');
      return isOurs && /^react(-dom)?(\/|$)/.test(id) ? prefix + id : null;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const names = Object.keys(await import(name)).filter((one) => one !== 'default' && one !== 'module.exports');
      return [`import * as all from '${name}';`, ...names.map((one) => `export const ${one} = all.${one};`)].join('\n');
    },
  };
}
