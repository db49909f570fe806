import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

/**
 * The environment of PostgreSQL's programs: nothing is inherited, so an unset or unusual LANG, LC_ALL, PGDATA or
 * LD_PRELOAD has no effect. LC_ALL=C keeps messages English; initdb sets the cluster's own encoding and collation.
 */
export const PROGRAM_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Options of spawn that make it run as the account, in a folder that the account can enter. */
export function spawnAs(account: Account): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  return { ...(account ? { uid: account.uid, gid: account.gid } : {}), cwd: '/', env: PROGRAM_ENV };
}

/** Runs a program to its end and collects its output. */
export function runProgram(
  program: string,
  options: readonly string[],
  account: Account,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, options, { ...spawnAs(account), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
