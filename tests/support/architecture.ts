import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The architecture rules that `tests/support/house.ts` defines. */
export interface HouseRules {
  /** Package → those of our packages that it may import. */
  arrows: Readonly<Record<string, readonly string[]>>;
  /** Features by level; each may import those of lower levels. */
  levels: readonly (readonly string[])[];
  /** Features that hear of every other one by its events. */
  eventFed: readonly string[];
  /** Allowed imports within one level, `from → to`, in one direction only. */
  withinLevel: readonly string[];
  /** Composition files, which may import any file of any feature. */
  joints: readonly RegExp[];
  /** Owner → its tables: a feature of the server or, relative to `packages/server/src/`, one file of its kernel. */
  tables: Readonly<Record<string, readonly string[]>>;
  /** Files that may name any table. */
  tableJoints: readonly RegExp[];
  maxLines: number;
}

export interface SourceFile {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

export interface Import {
  /** As written in the source. */
  specifier: string;
  /** The imported file, relative to the root; null for external packages. */
  target: string | null;
}

const STATIC = /^[ \t]*(?:import|export)\s(?:[^'"`;()]*?\sfrom\s*)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /^(?![ \t]*(?:\/?\*|\/\/)).*?\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/gm;
const OF_TESTS = /(^|\/)tests\/|\.test\.tsx?$/;
const FEATURE = /^packages\/([a-z]+)\/src\/features\/([a-z-]+)\/(.+)$/;

/** Reads every source file of the workspace with its imports (including types). Regular expressions, no compiler. */
export function readSources(root: string): SourceFile[] {
  // What the benches are compared with is installed beside them.
  const paths = globSync(['packages/*/src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'scripts/**/*.mjs'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  return paths.map(normalize).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const specifiers = [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].map((match) => match[1] ?? '');
    const imports = specifiers.map((specifier) => ({ specifier, target: resolveImport(root, path, specifier) }));
    return { path, text, lines: text.trimEnd().split('\n').length, imports };
  });
}

function resolveImport(root: string, from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.replace(/\?.*$/, '')));
  const own = /^@kreide\/([a-z]+)(?:\/(.+))?$/.exec(specifier);
  if (!own) return null;
  const folder = `packages/${own[1]}/src${own[2] ? `/${own[2]}` : ''}`;
  return existsSync(join(root, `${folder}.ts`)) ? `${folder}.ts` : `${folder}/index.ts`;
}

/** Imports between packages; imports for tests only; imports in browser code. One sentence for each breach. */
export function packageBreaches(sources: readonly SourceFile[], rules: HouseRules): string[] {
  return eachImport(sources, ({ path }, { specifier, target }) => {
    const from = packageOf(path);
    if (from === null) return null;
    const isTest = OF_TESTS.test(path);
    if (
      !isTest &&
      (target?.startsWith('tests/') || /^(vitest|playwright-core|fast-check|axe-core)\b/.test(specifier))
    ) {
      return `${path} imports ${specifier}, which only tests may.`;
    }
    if (from === 'core' && !isTest && specifier.startsWith('node:')) {
      return `${path} imports ${specifier}, but core runs in the browser too [D-1.02].`;
    }
    const to = target === null ? null : packageOf(target);
    if (to === null || to === from) return null;
    if (!rules.arrows[from]?.includes(to)) return `${path} imports ${specifier}: no arrow from ${from} to ${to}.`;
    if (specifier.startsWith('.')) return `${path} imports ${specifier}: across packages by name (@kreide/${to}/…).`;
    if (to === 'app' && !/^@kreide\/app\/features\/[a-z-]+\/views(\/[a-z-]+\.css(\?inline)?)?$/.test(specifier)) {
      return `${path} imports ${specifier}: of the app only features/<name>/views.`;
    }
    return null;
  });
}

/** Levels of features, deep imports, and what kernels and views may import. */
export function featureBreaches(sources: readonly SourceFile[], rules: HouseRules): string[] {
  const levelOf = new Map(rules.levels.flatMap((names, level) => names.map((name) => [name, level] as const)));
  const strangers = sources.flatMap(({ path }) => {
    const name = FEATURE.exec(path)?.[2];
    return name && !levelOf.has(name) ? [`${path}: the feature "${name}" stands in no level of the table.`] : [];
  });
  const breaches = eachImport(sources, ({ path }, { specifier, target }) => {
    if (OF_TESTS.test(path)) return null;
    const [, , from, inside = ''] = FEATURE.exec(path) ?? [];
    if (from && path.startsWith('packages/app/') && inside.startsWith('views/')) {
      const isAllowed =
        /^(react|react\/.+|@kreide\/core\/.+)$/.test(specifier) || /\/features\/[a-z-]+\/views\//.test(target ?? '');
      if (!isAllowed) return `${path} imports ${specifier}: views import react and core only.`;
    }
    const [, to, deep] = /\/src\/features\/([a-z-]+)\/(.+)$/.exec(target ?? '') ?? [];
    if (!to || !deep || to === from || rules.joints.some((joint) => joint.test(path))) return null;
    const toLevel = levelOf.get(to) ?? Number.POSITIVE_INFINITY;
    if (from === undefined) {
      // The client and the app's kernel hold session, refresh and branding, whose types are features of core.
      const isClient = /^packages\/(core\/src\/client|app\/src\/kernel)\//.test(path);
      if (isClient && target?.startsWith('packages/core/') && toLevel <= 1) return null;
      // Level 0 is the kernel's own.
      if (path.includes('/src/kernel/') && toLevel === 0) return null;
      if (path.startsWith('packages/core/src/contract')) {
        return /^(api|schema|events|index)\.ts$/.test(deep)
          ? null
          : `${path} imports ${specifier}: only api, schema and events.`;
      }
      return `${path} imports ${specifier}: outside features only the joints know features.`;
    }
    const isLower = toLevel < (levelOf.get(from) ?? -1) || rules.withinLevel.includes(`${from} → ${to}`);
    if (!isLower) return `${path} imports ${specifier}: "${to}" is not below "${from}".`;
    // Style sheets of views are public too: an element adopts them as text.
    const isStyle = /\/views\/[a-z-]+\.css(\?inline)?$/.test(specifier);
    if (!isStyle && !/^(views\/)?index\.ts$/.test(deep))
      return `${path} imports ${specifier}: another feature only through its index.ts.`;
    return null;
  });
  return [...new Set(strangers), ...breaches];
}

/** Packages that are imported but missing from the importing package's `dependencies`; one that is published built holds what it needs. */
export function undeclaredPackages(root: string, sources: readonly SourceFile[]): string[] {
  const declared = new Map<string, Set<string>>();
  const declaredBy = (name: string): Set<string> => {
    let known = declared.get(name);
    if (!known) {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
      const built = manifest.files?.includes('dist') ? manifest.devDependencies : {};
      known = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...built }));
      declared.set(name, known);
    }
    return known;
  };
  return eachImport(sources, ({ path }, { specifier }) => {
    const from = packageOf(path);
    if (from === null || OF_TESTS.test(path) || /^(\.|node:|virtual:|\/)/.test(specifier)) return null;
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    if (name === `@kreide/${from}` || declaredBy(from).has(name)) return null;
    return `${path} imports ${name}, which packages/${from}/package.json does not declare.`;
  });
}

/** Every cycle of imports, including types, each as one path through it. */
export function importCycles(sources: readonly SourceFile[]): string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]));
  const state = new Map<string, 'open' | 'done'>();
  const way: string[] = [];
  const rings: string[] = [];
  const visit = (path: string): void => {
    if (state.get(path) === 'done' || !graph.has(path)) return;
    if (state.get(path) === 'open') {
      rings.push([...way.slice(way.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    way.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    way.pop();
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path);
  return rings;
}

/** Files above the line limit; generated ones are exempt. */
export function longFiles(sources: readonly SourceFile[], { maxLines }: HouseRules): string[] {
  return sources
    .filter(({ path, lines }) => lines > maxLines && !/\.generated\.tsx?$/.test(path))
    .map(({ path, lines }) => `${path} has ${lines} lines, at most ${maxLines} are allowed.`);
}

const SERVER = 'packages/server/src/';
/** `.selectFrom('users as owner')`, `insertRows(db, 'lessons')`, `sql.table('times')`; unquoted: a variable. */
const ASKED =
  /\b(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|using|(?:inner|left|right|full|cross)Join(?:Lateral)?|sql\.table|insertRows\(\s*\w+,)\s*\(?\s*\[?\s*(?:'(\w+)(?: as \w+)?'|([\w.[\]]+)\s*[,)])/g;
const OF_TYPE = /\bDB\['(\w+)'\]/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm;

/** Tables of the database, as listed by the generated types. */
export function tablesOf(generated: string): string[] {
  const list = /export interface DB \{([^}]*)\}/.exec(generated)?.[1] ?? '';
  return [...list.matchAll(/^\s*(\w+):/gm)].map((match) => match[1] ?? '');
}

/**
 * Tables named outside their owner's queries (`queries.ts`, or files in `queries/`). Checks query builder calls, raw
 * statements and row types; where a query takes its table from a variable, every quoted name in that file counts.
 */
export function tableBreaches(sources: readonly SourceFile[], { tables, tableJoints }: HouseRules): string[] {
  const ownerOf = new Map(
    Object.entries(tables).flatMap(([owner, own]) => own.map((table) => [table, owner] as const)),
  );
  const raw = new RegExp(`\\b(?:from|join|into|update|table|null::)\\s*"?(${[...ownerOf.keys()].join('|')})\\b`, 'gi');
  return sources.flatMap(({ path, text }) => {
    if (!path.startsWith(SERVER) || OF_TESTS.test(path) || /\.generated\.ts$/.test(path)) return [];
    if (tableJoints.some((joint) => joint.test(path))) return [];
    const code = text.replace(COMMENT, '');
    const asked = [...code.matchAll(ASKED)];
    const named = [...asked, ...code.matchAll(OF_TYPE), ...code.matchAll(raw)].flatMap(([, name]) => name ?? []);
    const hidden = asked.flatMap(([, , variable]) => variable ?? []);
    if (hidden.length > 0) named.push(...[...code.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? ''));
    const isOfKernel = path.startsWith(`${SERVER}kernel/`);
    const feature = /\/features\/([a-z-]+)\/queries(?:\.ts|\/.+)$/.exec(path)?.[1];
    const breaches = [...new Set(named)].flatMap((table) => {
      const owner = ownerOf.get(table);
      return owner === undefined || owner === feature || path === SERVER + owner
        ? []
        : [`${path} names the table ${table}, which is of ${owner}: ask its queries.`];
    });
    const guesses = isOfKernel || feature ? [] : [...new Set(hidden)];
    return [...breaches, ...guesses.map((variable) => `${path} asks the table "${variable}": only queries do.`)];
  });
}

function packageOf(path: string): string | null {
  return /^packages\/([a-z]+)\//.exec(path)?.[1] ?? null;
}

function eachImport(
  sources: readonly SourceFile[],
  judge: (file: SourceFile, found: Import) => string | null,
): string[] {
  return sources.flatMap((file) => file.imports.flatMap((found) => judge(file, found) ?? []));
}
