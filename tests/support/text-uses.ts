import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** Everything in a source file that may be the key of a text. */
export interface TextSource {
  path: string;
  /** Its string literals. */
  literals: ReadonlySet<string>;
  /** Its template literals, split at the values: `view_${key}` is `['view_', '']`. */
  templates: readonly (readonly string[])[];
}

/** The sources of all packages, without tests. */
export function readTextSources(): TextSource[] {
  const paths = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: ROOT });
  return paths.filter((path) => !/\.test\.|\.generated\.|\.d\.ts$/.test(path)).map(readTextSource);
}

function readTextSource(path: string): TextSource {
  const { program } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'));
  const literals = new Set<string>();
  const templates: string[][] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && literals.add(value)),
    TemplateLiteral: ({ quasis }) => void templates.push(quasis.map(({ value }) => value.cooked ?? '')),
  }).visit(program);
  return { path, literals, templates };
}

/** Whether this file may use texts of `locales/<lang>/<namespace>.json` by their keys alone. */
function canSay({ path, literals }: TextSource, namespace: string): boolean {
  if (namespace === 'cli') return path.startsWith('packages/cli/');
  const isElement = path.startsWith('packages/widgets/') && ['timetable', 'monitor', 'widgets'].includes(namespace);
  return isElement || path.includes(`/features/${namespace}/`) || literals.has(namespace);
}

/** How a text is referenced: by its whole key, or by a template whose values complete `prefix`. */
export interface TextUse {
  key: string;
  prefix: string | null;
}

/** Where `key` of a namespace is referenced, whole or by a template; a template must begin with letters. */
export function usesOf(sources: readonly TextSource[], namespace: string, key: string): TextUse[] {
  const address = `${namespace}:${key}`;
  return sources.flatMap((source) => {
    const isSpeaker = canSay(source, namespace);
    const uses: TextUse[] = [];
    if (source.literals.has(address) || (isSpeaker && source.literals.has(key))) uses.push({ key, prefix: null });
    for (const parts of source.templates) {
      const [first = ''] = parts;
      if (!/^[a-z]/i.test(first)) continue;
      if (isFilledBy(address, parts)) uses.push({ key, prefix: first.slice(namespace.length + 1) });
      else if (isSpeaker && isFilledBy(key, parts)) uses.push({ key, prefix: first });
    }
    return uses;
  });
}

/** A value is one word: letters, digits and underscores. */
function isFilledBy(text: string, parts: readonly string[]): boolean {
  if (!text.startsWith(parts[0] ?? '')) return false;
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\w+');
  return new RegExp(`^${pattern}$`).test(text);
}
