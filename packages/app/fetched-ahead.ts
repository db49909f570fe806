import { fileURLToPath } from 'node:url';
import { schoolsApi } from '@kreide/core/features/schools';
import { usersApi } from '@kreide/core/features/users';
import { API_BASE, LANGUAGES } from '@kreide/core/kernel';
import { build, type Plugin } from 'vite';
import { contractForClients } from '../core/contract-for-clients.ts';
import { engines } from './engines.ts';

/** What the plugin reads of a file of the build. */
interface Built {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly moduleIds?: readonly string[];
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** The modules that these pages need after the app itself. The daily texts hold their words, except for the first page. */
const SCREENS = {
  signIn: ['/features/auth/LoginScreen.tsx', '/shell/PublicLayout.tsx', '/kernel/late-texts.ts'],
  feed: ['/features/start/StartScreen.tsx', '/features/notifications/Bell.tsx'],
  timetable: ['/features/timetable/TimetableScreen.tsx', '/features/notifications/Bell.tsx'],
} as const;

/** Files by what they are for; see `src/first.ts`, which fetches them. */
export interface FetchedAhead {
  /** By language: what every page says. */
  readonly daily: Readonly<Record<string, string>>;
  /** The pages that a visit most often begins with. */
  readonly screens: Readonly<Record<keyof typeof SCREENS, readonly string[]>>;
  /** By language: what the page for signing in says. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** The paths to ask the server for: the signed-in person, and the school of the page for signing in. */
  readonly paths: { readonly self: string; readonly school: string };
}

/** The names that a build has given to what the first page asks for after the app itself. */
export function findFetchedAhead(bundle: Readonly<Record<string, Built>>): FetchedAhead {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const chunkOf = (module: string) => {
    const found = chunks.find(({ moduleIds = [] }) => moduleIds.some((id) => id.endsWith(module)));
    if (!found) throw new Error(`No file of the build has ${module}.`);
    return found;
  };
  /** With all that it imports, the first before what needs it. */
  const withImports = (chunk: Built, seen = new Set<Built>()): Set<Built> => {
    if (seen.has(chunk)) return seen;
    seen.add(chunk);
    for (const name of chunk.imports ?? []) if (bundle[name]) withImports(bundle[name], seen);
    return seen;
  };
  const there = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...withImports(chunk)]));
  const filesOf = (...modules: string[]) => {
    const needed = new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]));
    const files = [...needed].filter((chunk) => !there.has(chunk));
    return [...new Set(files.flatMap((one) => [...(one.viteMetadata?.importedCss ?? []), one.fileName]))];
  };
  const byLanguage = <Value>(toValue: (language: string) => Value) =>
    Object.fromEntries(LANGUAGES.map((language) => [language, toValue(language)]));
  return {
    daily: byLanguage((language) => chunkOf(`/kernel/daily-texts/${language}.ts`).fileName),
    screens: {
      signIn: filesOf(...SCREENS.signIn),
      feed: filesOf(...SCREENS.feed),
      timetable: filesOf(...SCREENS.timetable),
    },
    words: byLanguage((language) => filesOf(`/locales/${language}/auth.json`, `/locales/${language}/privacy.json`)),
    paths: { self: API_BASE + usersApi.getSelf.path, school: API_BASE + schoolsApi.get.path },
  };
}

const SCRIPT = fileURLToPath(new URL('src/first.ts', import.meta.url));
const TAG = '<script type="module" src="/src/first.ts"></script>';
const LAST = /\s*<link rel="(?:stylesheet|preload" as="font)"[^>]*>/g;
const PLACE = /(<meta name="kreide-ahead" content)=""/;

/** The first script, with what it takes of the app and of core, as one line without a module. */
async function buildFirst(define: Readonly<Record<string, string>>): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [contractForClients()],
    define,
    build: {
      write: false,
      target: engines,
      rolldownOptions: { checks: { bundlerTimings: false }, input: SCRIPT, output: { format: 'iife' } },
    },
  });
  const { output } = [result].flat()[0] as { output: { code?: string }[] };
  return (output[0]?.code ?? '').trim();
}

/**
 * Writes them into the page, and the script that fetches them too: as a file of its own it would be one more thing to wait
 * for. The server allows it by its hash.
 * @param define what this build says of itself
 */
export function fetchedAhead(define: Readonly<Record<string, string>>): Plugin[] {
  return [
    {
      name: 'first-script',
      apply: 'build',
      transformIndexHtml: {
        order: 'pre',
        async handler(html) {
          if (!html.includes(TAG)) throw new Error('index.html has its first script elsewhere: adapt fetched-ahead.ts');
          const code = await buildFirst(define);
          return html.replace(TAG, () => `<script>${code}</script>`);
        },
      },
    },
    {
      name: 'fetched-ahead',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle }) =>
          // Names of files need no escapes between single quotes.
          html.replace(PLACE, (place, name: string) =>
            bundle ? `${name}='${JSON.stringify(findFetchedAhead(bundle as Record<string, Built>))}'` : place,
          ),
      },
    },
    {
      name: 'styles-last',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        // In the head, styles and fonts would keep the first stroke from being drawn; the app's script waits for styles here as well.
        handler: (html) =>
          html.replace(LAST, '').replace(/\s*<\/body>/, () => `${html.match(LAST)?.join('') ?? ''}\n  </body>`),
      },
    },
  ];
}
