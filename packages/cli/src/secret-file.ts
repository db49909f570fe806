import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Cli } from './cli.ts';
import { wrongUse } from './failures.ts';

/** Codes open accounts: they go into a file, never to a terminal, and replace no other file unless that is said. */
export function requireSecretFile({ t }: Cli, path: string, force: boolean): void {
  const target = statSync(path, { throwIfNoEntry: false });
  if (path === '-' || (target && !target.isFile())) throw wrongUse(t('files.noSecretFile', { path }), path);
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw wrongUse(t('watch.noFolder', { folder }), path);
  if (!force && lstatSync(path, { throwIfNoEntry: false })) throw wrongUse(t('files.exists', { path }), path);
}

/** Writes what opens accounts; nobody else on this machine reads it, whoever could read the file before. */
export function writeSecretFile(path: string, content: Uint8Array): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
}
