import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs of others that speak WebDAV, where they are on this machine (Debian: `apt-get install litmus cadaver rclone`). */
export const hasProgram = (name: 'litmus' | 'cadaver' | 'rclone'): boolean => existsSync(`/usr/bin/${name}`);

export interface ProgramRun {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end; what it says on both channels is one text. */
export function runProgram(
  name: string,
  args: readonly string[],
  { input, cwd, env = {} }: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
    child.stdin.end(input ?? '');
  });
}

/** The results of the suites of litmus by their names: what passed of what was run, and each line that did not. */
export function readLitmus(output: string): { passed: Record<string, string>; problems: string[] } {
  const suites = [...output.matchAll(/summary for `(\w+)': of (\d+) tests run: (\d+) passed/g)];
  const passed = Object.fromEntries(suites.map(([, name = '', run = '', good = '']) => [name, `${good} of ${run}`]));
  const problems = output.split('\n').filter((line) => /FAIL|WARNING|SKIPPED/.test(line));
  return { passed, problems };
}

/** A password as `rclone` keeps it. */
export const obscure = (password: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('rclone', ['obscure', password], (error, out) => (error ? reject(error) : resolve(out.trim())));
  });
