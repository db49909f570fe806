import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, SECRET_MIN_LENGTH } from './config.ts';

/**
 * The installation's secret: KREIDE_SECRET, else generated once and stored in the data folder, readable by its owner
 * only. Processes that start at the same time agree on one value.
 */
export async function secretOf(config: Pick<Config, 'secret' | 'dataFolder'>): Promise<string> {
  if (config.secret !== null) return config.secret;
  const path = join(config.dataFolder, 'secret');
  const kept = await readFile(path, 'utf8').catch(unlessMissing);
  if (kept !== null) return usable(kept, path);
  await mkdir(config.dataFolder, { recursive: true, mode: 0o711 });
  // Not by the number of the process: in containers every one is the first.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  // A hard link never overwrites: the second process reads what the first one wrote.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return usable(await readFile(path, 'utf8'), path);
}

function usable(content: string, path: string): string {
  const secret = content.trim();
  if (secret.length >= SECRET_MIN_LENGTH) return secret;
  throw new ConfigError([
    `The file ${path} holds ${secret.length} characters, expected at least ${SECRET_MIN_LENGTH}. Bring it back from a backup, or remove it to get a new one (everybody has to sign in again).`,
  ]);
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
