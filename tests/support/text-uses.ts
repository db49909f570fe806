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

/** Finds where `key` of a namespace is referenced, whole or by a template; a template must begin with letters. */
export type FindUses = (namespace: string, key: string) => TextUse[];

/** Reads all sources once, so that each of some thousand keys is looked up instead of searched for. */
export function indexUses(sources: readonly TextSource[]): FindUses {
  const speakers = new Map<string, ReadonlySet<TextSource>>();
  const literals = new Map<string, TextSource[]>();
  for (const source of sources)
    for (const literal of source.literals) literals.set(literal, [...(literals.get(literal) ?? []), source]);
  const templates = sources.flatMap((source) =>
    source.templates.flatMap((parts) => {
      const [first = ''] = parts;
      return /^[a-z]/i.test(first) ? [{ source, first, pattern: toPattern(parts) }] : [];
    }),
  );
  return (namespace, key) => {
    const address = `${namespace}:${key}`;
    let speaking = speakers.get(namespace);
    if (!speaking) {
      speaking = new Set(sources.filter((source) => canSay(source, namespace)));
      speakers.set(namespace, speaking);
    }
    const isSpeaking = (source: TextSource) => speaking.has(source);
    const saying = new Set([...(literals.get(address) ?? []), ...(literals.get(key) ?? []).filter(isSpeaking)]);
    const uses: TextUse[] = [...saying].map(() => ({ key, prefix: null }));
    for (const { source, first, pattern } of templates) {
      if (address.startsWith(first) && pattern.test(address))
        uses.push({ key, prefix: first.slice(namespace.length + 1) });
      else if (key.startsWith(first) && isSpeaking(source) && pattern.test(key)) uses.push({ key, prefix: first });
    }
    return uses;
  };
}

/** A value is one word: letters, digits and underscores. */
function toPattern(parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\w+')}$`);
}
