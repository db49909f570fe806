// Writes the keys of locales/de as a type, with the values that each text names.
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TYPES = join(ROOT, 'packages/core/src/kernel/texts.generated.ts');

type Tree = { [key: string]: string | Tree };

/** The texts of one file by their keys: `login.title`. */
export function flatten(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );
}

/** The texts of a language by their files' names and keys: `auth`, `login.title`. */
export function readLocale(language: string): Map<string, Map<string, string>> {
  const folder = join(ROOT, 'locales', language);
  const files = readdirSync(folder).sort();
  return new Map(
    files.map((file) => {
      const tree = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Tree;
      return [file.replace(/\.json$/, ''), new Map(flatten(tree))];
    }),
  );
}

/** `{{name}}` in a text, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? ''))].sort();
}

const SUFFIX = /_(?:zero|one|two|few|many|other)$/;

/**
 * The keys as `t` takes them: one for all plural forms. `too_many` alone, without `too_other`, is a name and no form.
 */
export function toNames(texts: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...texts].map(([key, text]) => {
      const name = key.replace(SUFFIX, '');
      return [texts.has(`${name}_other`) ? name : key, text];
    }),
  );
}

function toTypes(): string {
  const lines = [
    '// The keys of locales/de with the values that their texts name, written by npm run generate.',
    'type Value = string | number;',
    '/** Of a text without values. */',
    'export type Plain = [values?: Readonly<Record<string, Value>>];',
    '',
    'export interface TextsByFile {',
  ];
  for (const [namespace, texts] of readLocale('de')) {
    lines.push(`  '${namespace}': {`);
    for (const [key, text] of toNames(texts)) {
      const names = placeholdersOf(text);
      const values = names.map((name) => `${name}: ${name === 'count' ? 'number' : 'Value'}`).join('; ');
      lines.push(`    '${key}': ${values === '' ? 'Plain' : `[values: { ${values} }]`};`);
    }
    lines.push('  };');
  }
  return `${lines.join('\n')}\n}\n`;
}

/** The file that is made, and what should stand in it. */
export const textTypes = (): [path: string, content: string] => [TYPES, toTypes()];

/** Called by `npm run generate`. */
export const writeTextTypes = (): Promise<void> => writeFile(...textTypes());
