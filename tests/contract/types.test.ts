import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(import.meta.dirname, 'types');

/** Runs the compiler of the workspace over the fixtures; answers `file:line` of every complaint. */
async function compile(): Promise<string[]> {
  const run = promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', FOLDER, '--pretty', 'false'], {
    cwd: FOLDER,
  });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  return [...new Set([...stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`))];
}

/** The lines of wrong.fixture.ts that end with `// wrong: …`. */
const marked = readFileSync(join(FOLDER, 'wrong.fixture.ts'), 'utf8')
  .split('\n')
  .flatMap((line, index) => {
    const what = /\/\/ wrong: (.*)$/.exec(line)?.[1];
    return what ? [{ place: `wrong.fixture.ts:${index + 1}`, what }] : [];
  });

describe('the contract in types', () => {
  it('refuses a wrong param, a missing body, an undeclared error, a missing or extra handler, and nothing that is right [D-1.03] [P-7.108]', async () => {
    const complaints = await compile();
    expect(marked.length).toBeGreaterThanOrEqual(14);
    const accepted = marked.filter(({ place }) => !complaints.includes(place));
    expect(accepted, 'the compiler has to refuse these').toEqual([]);
    const places = new Set(marked.map(({ place }) => place));
    expect(complaints.filter((place) => !places.has(place))).toEqual([]);
  });
});
