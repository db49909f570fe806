import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { pause } from '@kreide/core/client';
import { PRODUCT } from '@kreide/core/kernel';
import type { Terminal } from './terminal.ts';

/** The folder of the user's configuration: XDG_CONFIG_HOME, else ~/.config; APPDATA on Windows (D-3.02). */
export function toConfigFolder({ env, platform, home }: Pick<Terminal, 'env' | 'platform' | 'home'>): string {
  if (platform === 'win32') return win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), PRODUCT);
  // The specification forbids a relative XDG_CONFIG_HOME: secrets would end up anywhere.
  const base = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : posix.join(home, '.config');
  return posix.join(base, PRODUCT);
}

/** Text of a file in the folder; null when there is none. */
export function readConfig(folder: string, name: string): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

/** Writes a file atomically, readable by the user only. */
export function writeConfig(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

/** A lock older than this was left by a process that died, ms. */
const STALE_LOCK = 30_000;

/** Runs `action` under a lock of this user, so that two commands do not both renew a session. */
export async function withLock<T>(folder: string, name: string, action: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.lock`);
  while (!take(path)) await pause(50);
  try {
    return await action();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK) rmSync(path, { force: true });
    return false;
  }
}
