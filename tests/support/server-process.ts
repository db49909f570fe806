import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRunFolder } from './run-folder.ts';
import { ROOT } from './server.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits for the line that says where it is ready and returns the address; fails with its output if it exits. */
  ready(): Promise<string>;
  stdout(): string;
  /** Whether any process of its group is alive, itself or one that it has started. */
  isGroupAlive(): boolean;
  /** Kills it as the out-of-memory killer does: at once, with all processes it has started except its database. */
  killGroup(): void;
}

const MAIN = join(ROOT, 'packages/server/src/main.ts');
const COMMAND = join(ROOT, 'packages/server/bin/kreide-server.mjs');

/** Server processes on data folders of their own, all gone after `remove`. */
export async function createInstallation() {
  const folder = await makeRunFolder('kreide-start');
  // PostgreSQL started by root runs as another user, who needs access.
  await chmod(folder, 0o711);
  const running = new Set<ChildProcess>();

  function launch(
    program: string,
    args: readonly string[],
    env: Record<string, string>,
    detached = false,
  ): ServerProcess {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', KREIDE_DATA: join(folder, 'data'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached,
    });
    running.add(child);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      child.emit('said');
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = once(child, 'close').then(([code]) => {
      running.delete(child);
      return { code: code as number | null, stdout, stderr };
    });
    const ready = async () => {
      for (;;) {
        const address = /ready at (http:\S+)/.exec(stdout)?.[1];
        if (address && stdout.endsWith('\n')) return address;
        const isOver = await Promise.race([once(child, 'said').then(() => false), ended.then(() => true)]);
        if (isOver) throw new Error(`It ended before it was ready:\n${stdout}${stderr}`);
      }
    };
    const killGroup = () => {
      if (!detached || child.pid === undefined) throw new Error('It has no group of its own.');
      process.kill(-child.pid, 'SIGKILL');
    };
    const isGroupAlive = () => hasLiving(child.pid ?? 0);
    return { process: child, ended, ready, stdout: () => stdout, isGroupAlive, killGroup };
  }

  /** Stops what is still running. */
  async function stop(): Promise<void> {
    await Promise.all(
      [...running].map(async (child) => {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }),
    );
  }

  return {
    folder,
    dataFolder: join(folder, 'data'),
    /** `packages/server/src/main.ts` as a process. */
    start: (env: Record<string, string> = {}) => launch(process.execPath, [MAIN], env),
    /** The same as the leader of its own process group. */
    startGroup: (env: Record<string, string> = {}) => launch(process.execPath, [MAIN], env, true),
    /** `npm start`. */
    npmStart: (env: Record<string, string> = {}) => launch(process.execPath, [join(ROOT, 'scripts/start.mjs')], env),
    /** `kreide-server …`. */
    command: (args: readonly string[], env: Record<string, string> = {}) =>
      launch(process.execPath, [COMMAND, ...args], env).ended,
    /** Pids of the PostgreSQL servers that run on data below this folder. */
    databases: () => postmastersBelow(folder),
    stop,
    async remove(): Promise<void> {
      await stop();
      for (const pid of postmastersBelow(folder)) process.kill(pid, 'SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function hasLiving(group: number): boolean {
  const lines = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' }).split('\n');
  // Without an init process a terminated orphan stays in the process table.
  return lines.some((line) => Number.parseInt(line, 10) === group && !line.includes('Z'));
}

function postmastersBelow(folder: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args=', '-ww'], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(folder) && /\bpostgres\b.* -D/.test(line))
    .map((line) => Number.parseInt(line, 10));
}
