import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { inOwnUnit, toOlderCss } from './older-css.ts';

type Surface = { tag: string; attributes: Record<string, { initial: string | null }>; events: Record<string, unknown> };

/** An element needs only the names and defaults of a surface; the words are for manifest, types and docs. */
export function surfacesWithoutWords(): Plugin {
  return {
    name: 'surfaces-without-words',
    enforce: 'pre',
    async load(id) {
      if (!/\/features\/[a-z-]+\/([a-z]+-)?surface\.ts$/.test(id)) return null;
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
 * The texts of the elements in a file for each language, which the server hands out: their own, and of those that they
 * share with the app the ones whose keys stand in the built code. The script holds those that say why nothing came.
 */
export function textsInUse(): Plugin {
  return {
    name: 'texts-in-use',
    enforce: 'pre',
    load: (id) =>
      id.includes('/locales/de/widgets.json') ? JSON.stringify(readTexts('de', 'widgets', isOfErrors)) : null,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const isSaid = keysIn(chunks.map(({ code }) => code).join('\n'));
      for (const language of readdirSync(locales)) {
        const shared = SHARED.map((namespace) => [namespace, readTexts(language, namespace, isSaid)]);
        const tree = { ...Object.fromEntries(shared), widgets: readTexts(language, 'widgets') };
        this.emitFile({ type: 'asset', fileName: `texts/${language}.json`, source: JSON.stringify(tree) });
      }
    },
  };
}

const isOfErrors = (key: string) => /^(title|text)_(failed|unreachable)$|^retry$/.test(key);

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
  const families = [...new Set([...code.matchAll(/`([a-zA-Z]+_)\$\{/g)].map((match) => match[1] as string))];
  return (key) =>
    words.has(key) || words.has(key.replace(/_[a-z]+$/, '')) || families.some((family) => key.startsWith(family));
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

const COMPAT = 'preact/compat';
const IN_REACTS_PLACE: Readonly<Record<string, string>> = {
  'react-dom': COMPAT,
  'react-dom/client': `${COMPAT}/client`,
  'react/jsx-runtime': 'preact/jsx-runtime',
};
/**
 * The parts of React that sources may import, and the default export for r2wc, which only makes elements. Suspense, PureComponent and
 * everything else with a prototype is missing here, and so in the files too; importing it fails the build.
 */
const REACT = `
import { createElement, Fragment } from 'preact';
export * from 'preact/hooks';
export { createContext, createPortal, forwardRef, memo, useDeferredValue, useSyncExternalStore } from '${COMPAT}';
export { createElement, Fragment };
export default { createElement };
`;

/** Sources say React, the files that pages load contain preact: a sixth of the bytes for the same hooks and events. */
export function preactAsReact(): Plugin {
  const react = '\0preact-as-react';
  return {
    name: 'preact-as-react',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (id === 'react') return react;
      const other = IN_REACTS_PLACE[id];
      return other ? this.resolve(other, importer, options) : null;
    },
    load: (id) => (id === react ? REACT : null),
    transform(code, id) {
      if (!/\/compat\/dist\/compat\.(module|mjs)/.test(id)) return null;
      const expressions = this.parse(code).body.flatMap((statement) => {
        if (statement.type !== 'ExpressionStatement') return [];
        const { expression } = statement;
        return expression.type === 'SequenceExpression' ? expression.expressions : [expression];
      });
      // Nothing takes the classes, but what is written to their prototypes would keep them.
      const ofPrototypes = expressions.filter(({ start, end }) => {
        const name = /^\(?(\w+)\.prototype\b/.exec(code.slice(start, end))?.[1];
        return name !== undefined && code.includes(`function ${name}(`);
      });
      return {
        code: ofPrototypes.reduceRight((text, { start, end }) => `${text.slice(0, start)}0${text.slice(end)}`, code),
        map: null,
      };
    },
  };
}

/** Styles and calls that the oldest engines do not know, in words that they do. */
export function forOlderEngines(): Plugin {
  return {
    name: 'for-older-engines',
    enforce: 'pre',
    transform(code, id) {
      if (/\.css\?inline$/.test(id)) return { code: toOlderCss(inOwnUnit(code)), map: null };
      if (!/\.tsx?$/.test(id) || !code.includes('.at(-1)')) return null;
      return { code: code.replaceAll('.at(-1)', '.slice(-1)[0]'), map: null };
    },
  };
}
