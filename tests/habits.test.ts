import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Lines on which an object or a list is written only to be spread at once: it groups what the formatter would put on lines of its own. */
function findGroupings(code: string, lang: 'ts' | 'tsx' = 'ts'): number[] {
  if (!/\.\.\.[{[]/.test(code)) return [];
  const starts = new Set<number>();
  const look = (kind: string) => (parts: readonly ({ type: string } | null)[]) => {
    for (const part of parts)
      if (part?.type === 'SpreadElement') {
        const { start, argument } = part as unknown as { start: number; argument: { type: string } };
        if (argument.type === kind) starts.add(start);
      }
  };
  const inObject = look('ObjectExpression');
  const inList = look('ArrayExpression');
  new Visitor({
    ObjectExpression: ({ properties }) => inObject(properties),
    ArrayExpression: ({ elements }) => inList(elements),
    CallExpression: ({ arguments: values }) => inList(values),
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
});
