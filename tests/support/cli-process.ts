import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCli } from './built-cli.ts';

const BIN = await findCli();

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCli {
  process: ChildProcess;
  ended: Promise<Run>;
  /** Waits until stderr contains this. */
  says(text: string): Promise<void>;
  /** What stands on stdout so far, line by line. */
  lines(): string[];
}

/** Starts a command with nothing of this process but the way to programs. */
export function startCommand(
  [program = '', ...args]: readonly string[],
  { home, env, input }: { home: string; env: Record<string, string>; input?: string | undefined },
): RunningCli {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(program, args, {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      LC_ALL: 'en_GB.UTF-8',
      ...env,
    },
    cwd: home,
  });
  child.stdin.end(input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    child.emit('said');
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const says = async (text: string) => {
    while (!stderr.includes(text)) {
      const more = await Promise.race([once(child, 'said').then(() => true), ended.then(() => false)]);
      if (!more && !stderr.includes(text)) throw new Error(`It ended without saying "${text}":\n${stderr}`);
    }
  };
  return { process: child, ended, says, lines: () => stdout.split('\n').filter(Boolean) };
}

/** A home directory of its own, so that no test reads the settings of the person who runs it. */
export function createCli(): {
  home: string;
  start(args: readonly string[], env?: Record<string, string>, input?: string): RunningCli;
  run(args: readonly string[], env?: Record<string, string>, input?: string): Promise<Run>;
  remove(): void;
} {
  const home = mkdtempSync(join(tmpdir(), 'kreide-cli-'));
  const children = new Set<ChildProcess>();
  const start = (args: readonly string[], env: Record<string, string> = {}, input?: string): RunningCli => {
    const running = startCommand([process.execPath, BIN, ...args], { home, env, input });
    const child = running.process;
    children.add(child);
    child.on('close', () => children.delete(child));
    return running;
  };
  return {
    home,
    start,
    run: (args, env, input) => start(args, env, input).ended,
    // A failed test leaves no watcher behind.
    remove: () => {
      for (const child of children) child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
