import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Part {
  readonly type: string;
  readonly start: number;
  readonly argument?: Part;
  readonly expression?: Part;
}

const SPREADS = ['SpreadElement', 'JSXSpreadAttribute'];
const TYPE_ONLY = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion'];

/** What stands below `as const` and the like; the parser drops parentheses. */
const inner = (part: Part | undefined): Part | undefined =>
  part && TYPE_ONLY.includes(part.type) ? inner(part.expression) : part;

/** Lines on which an object or a list is written only to be spread at once: it groups what the formatter would put on lines of its own. */
function findGroupings(code: string, lang: 'ts' | 'tsx' = 'ts'): number[] {
  if (!/\.\.\.\s*[{[(<]/.test(code)) return [];
  const starts = new Set<number>();
  const look = (kind: string) => (parts: readonly ({ type: string } | null)[]) => {
    for (const part of parts as readonly (Part | null)[])
      if (part && SPREADS.includes(part.type) && inner(part.argument)?.type === kind) starts.add(part.start);
  };
  const inObject = look('ObjectExpression');
  const inList = look('ArrayExpression');
  new Visitor({
    ObjectExpression: ({ properties }) => inObject(properties),
    ArrayExpression: ({ elements }) => inList(elements),
    CallExpression: ({ arguments: values }) => inList(values),
    JSXOpeningElement: ({ attributes }) => inObject(attributes),
    NewExpression: ({ arguments: values }) => inList(values),
  }).visit(parseAst(code, { lang }));
  return [...starts].map((start) => code.slice(0, start).split('\n').length).sort((one, other) => one - other);
}

describe('habits', () => {
  it('spreads no object or list that is written in the same place', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const found = files
      .split('\n')
      .filter((file) => file !== '' && !file.endsWith('.generated.ts'))
      .flatMap((file) =>
        findGroupings(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
          (line) => `${file}:${line}`,
        ),
      );
    expect(found).toEqual([]);
  });

  it('sees groupings in objects, lists and calls, and lets everything else be spread', () => {
    expect(findGroupings('const a = {\n  ...{ b: 1 },\n};\nconst c = [...[1, 2]];\nd(...["e"]);')).toEqual([2, 4, 5]);
    expect(
      findGroupings('const f = [...[1, 2].map(g), ...(h ? [3] : [])];\nconst i = (...[j]: number[]) => j;'),
    ).toEqual([]);
  });

  it('sees groupings below parentheses and types', () => {
    const lists = 'a(\n...(["b"] as const),\n...([1] satisfies number[]),\n...(c as string[]),\n...[2]!,\n);';
    expect(findGroupings(lists)).toEqual([2, 3, 5]);
    expect(findGroupings('const d = {\n...({ e: 1 } as const),\n...(f && { g: 1 }),\n...({ h: 1 }),\n};')).toEqual([
      2, 4,
    ]);
    expect(findGroupings('new Set([\n...(<const>[1]),\n...(["i"] as const).map(j),\n]);\nnew K(...[1]);')).toEqual([
      2, 5,
    ]);
  });
});
