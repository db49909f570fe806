import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\/production\/lib\/(.*\.js)$/;
/** What keeps parts in a build that nobody imports: names for development tools, calls at module load, measuring from outside. */
const NAMES = /^\w+\.displayName = "[\w.]+";$/gm;
const CALLS = /^(const \w+ = )((?:React\$?\d*\.(?:forwardRef|memo|createContext)|createContext)\()/gm;
const MEASURES = /\b(?:init|opts\??)\.instrumentations\b|(?<== )consumeInstrumentation\w+\(router\)/g;
/** How often each of the three occurs in the files that have most of them. Other counts mean that somebody has to look at the new version. */
const ROUTER_FILES: Readonly<Record<string, string>> = {
  'components.js': '0, 1, 2',
  'context.js': '13, 14, 0',
  'dom/lib.js': '5, 3, 4',
  'router/router.js': '0, 0, 8',
};

/**
 * Leaves out the parts of the router that the app does not import. The router gives each component a name for development tools
 * when its module is loaded, which keeps it and all that it needs in every build.
 */
export function routerInParts(): Plugin {
  const seen = new Set<string>();
  return {
    name: 'router-in-parts',
    apply: 'build',
    transform(code, id) {
      const file = ROUTER.exec(id)?.[1];
      if (!file) return null;
      seen.add(file);
      const counts = [NAMES, CALLS, MEASURES].map((pattern) => code.match(pattern)?.length ?? 0).join(', ');
      if (file in ROUTER_FILES && counts !== ROUTER_FILES[file])
        throw new Error(`The router has ${counts} parts to leave out in ${file}: adapt library-parts.ts`);
      return {
        code: code.replace(NAMES, '').replace(CALLS, '$1/* @__PURE__ */ $2').replace(MEASURES, 'undefined'),
        map: null,
      };
    },
    generateBundle() {
      for (const file of Object.keys(ROUTER_FILES))
        if (!seen.has(file)) throw new Error(`The router has no ${file} any more: adapt library-parts.ts`);
    },
  };
}

const FORMATTER = 'formatter = Formatter;';
const ENTITIES = /\/react-i18next\/dist\/es\/unescape\.js$/;
/** What would need the entities. */
const TRANS = /\/react-i18next\/dist\/es\/\w*TransWithoutContext\.js$/;

/**
 * Leaves out of i18next what no text of ours needs: the formatter, since no text names a format (a test holds that) and numbers
 * and dates are written before they are put in, and the list of HTML's entities for texts with elements in them.
 */
export function textsInParts(): Plugin {
  return {
    name: 'texts-in-parts',
    apply: 'build',
    transform(code, id) {
      if (ENTITIES.test(id)) return { code: 'export const unescape = (text) => text;', map: null };
      if (!id.endsWith('/i18next/dist/esm/i18next.js')) return null;
      if (!code.includes(FORMATTER)) throw new Error('i18next has its formatter elsewhere: adapt library-parts.ts');
      return { code: code.replace(FORMATTER, ''), map: null };
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.moduleIds.some((id) => TRANS.test(id)))
          throw new Error('Trans is in use and needs the entities: adapt library-parts.ts');
    },
  };
}

const MARKS = /\b(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;
const MARK_COUNT = 5;

/**
 * React throws five errors to itself, which nobody reads, and makes them when it is loaded. Where somebody looks on (a debugger, a
 * measurement), each error notes its place in the code, and for the first one all of the app is read a second time: a third of the
 * time in which it is loaded.
 */
export function reactWithoutStacks(): Plugin {
  return {
    name: 'react-without-stacks',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/react-dom/cjs/react-dom-client.production.js')) return null;
      if ([...code.matchAll(MARKS)].length !== MARK_COUNT)
        throw new Error('React makes its own errors otherwise: adapt library-parts.ts');
      return { code: code.replace(MARKS, '$1Object.create(Error.prototype, { message: { value: $2 } })'), map: null };
    },
  };
}
