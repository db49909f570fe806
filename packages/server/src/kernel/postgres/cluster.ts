import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { type Account, accountFor, firstClosedFolder } from './account.ts';
import type { Binaries } from './binaries.ts';
import { codeOf, PostgresError } from './errors.ts';
import { runProgram } from './program.ts';

/** The folders of the PostgreSQL of one installation. */
export interface ClusterPlace {
  account: Account;
  /** The parent folder; owned by the account. */
  home: string;
  /** PGDATA. */
  data: string;
  /** Folder of the Unix socket; its mode 0700 protects it: whoever can enter needs no password. */
  socket: string;
  logFile: string;
}

const STATE_FOLDER = '/var/lib/kreide';
/** The kernel allows 107 bytes for the address of a socket; the name of the socket itself takes 14. */
const SOCKET_FOLDER_MAX = 90;

/**
 * Decides where the cluster of a data folder is stored, and creates the folders.
 *
 * Usually `<data folder>/postgres`. When we are root and the data folder is below a folder that other users cannot
 * enter (such as /root, 0700), PostgreSQL, which must run as another user, could not reach it: then the cluster gets a
 * folder below /var/lib/kreide, and `<data folder>/postgres.location` holds its path. That file moves with the data
 * folder; removing the data folder means a fresh start, as expected. A path to a folder that no longer exists is an
 * error, never a silent empty database.
 */
export async function placeCluster(dataFolder: string): Promise<ClusterPlace> {
  const folder = await usableDataFolder(dataFolder);
  const inside = join(folder, 'postgres');
  const pointer = join(folder, 'postgres.location');
  const outside = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (outside !== '') {
    const account = await accountFor(outside);
    if (!(await exists(join(outside, 'data')))) {
      throw new PostgresError(
        `${pointer} says that the database lies in ${outside}, but it is not there. Bring that folder back, or remove the file to begin with an empty database.`,
      );
    }
    return makeFolders(outside, account);
  }
  const account = await accountFor(inside);
  const closed = account && (await firstClosedFolder(folder, account));
  if (!closed) return makeFolders(inside, account);
  if (await exists(join(inside, 'data', 'PG_VERSION'))) {
    throw new PostgresError(
      `The database in ${inside} belongs to the user ${account.name}, who cannot pass the folder ${closed}. Allow it with: chmod o+x '${closed}'`,
    );
  }
  const home = join(
    STATE_FOLDER,
    `${basename(folder).replace(/[^a-z0-9]/gi, '') || 'data'}-${randomBytes(6).toString('hex')}`,
  );
  const place = await makeFolders(home, account);
  // Exclusive: of two processes that start at once, the second follows the first.
  try {
    await mkdir(place.data, { mode: 0o700 });
    await chown(place.data, account.uid, account.gid);
    await writeFile(pointer, `${home}\n`, { flag: 'wx' });
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    if (codeOf(error) === 'EEXIST') return placeCluster(dataFolder);
    throw error;
  }
  return place;
}

/** Is there the cluster of an installation, or word of where it lies? Makes nothing. */
export async function hasCluster(dataFolder: string): Promise<boolean> {
  const isThere = await Promise.all(
    ['postgres/data/PG_VERSION', 'postgres.location'].map((path) => exists(join(dataFolder, path))),
  );
  return isThere.includes(true);
}

/** Creates the cluster unless there is one, and checks its version. UTF-8 and ICU whatever the environment says. */
export async function initCluster(place: ClusterPlace, binaries: Binaries, durable: boolean): Promise<void> {
  const versionFile = join(place.data, 'PG_VERSION');
  const found = await readFile(versionFile, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw notOurs(place, error);
  });
  if (found !== null) {
    if (found.trim() === binaries.major) return;
    throw new PostgresError(
      `The database in ${place.data} was written by PostgreSQL ${found.trim()}, this release brings ${binaries.major}. Start the release that wrote it, save everything with kreide-server backup, and restore that with this one into a new data folder.`,
    );
  }
  const draft = join(place.home, `data.${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await makeFolder(draft, place.account);
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=und', '--username=kreide'];
  const hba = ['--auth-local=trust', '--auth-host=reject', '--no-instructions'];
  const result = await runProgram(
    binaries.initdb,
    [`--pgdata=${draft}`, ...options, ...hba, ...(durable ? [] : ['--no-sync'])],
    place.account,
  );
  if (result.code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new PostgresError(`The database could not be created in ${place.home}:\n${result.output.trim()}`);
  }
  try {
    await rename(draft, place.data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster: its cluster is as good as ours.
    if (!(await exists(versionFile))) throw error;
  }
}

async function usableDataFolder(dataFolder: string): Promise<string> {
  try {
    // Accessible for others when created by root, so that the cluster can be inside; its files have their own modes.
    await mkdir(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const probe = join(dataFolder, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
    return await realpath(dataFolder);
  } catch (cause) {
    throw new PostgresError(
      `The data folder ${dataFolder} is not writable for the user ${userName()} (${codeOf(cause) || cause}). Choose another one with KREIDE_DATA, or change its owner.`,
      { cause },
    );
  }
}

async function makeFolders(home: string, account: Account): Promise<ClusterPlace> {
  if (home.startsWith(`${STATE_FOLDER}/`)) await mkdir(STATE_FOLDER, { recursive: true, mode: 0o711 });
  const place = {
    account,
    home,
    data: join(home, 'data'),
    socket: join(home, 'socket'),
    logFile: join(home, 'postgres.log'),
  };
  try {
    await makeFolder(home, account);
    if (Buffer.byteLength(place.socket) > SOCKET_FOLDER_MAX) place.socket = await shortSocketFolder(home, account);
  } catch (error) {
    throw notOurs(place, error);
  }
  return place;
}

/**
 * For long paths: a folder in the system's temporary one, named after the inode of the home folder, which is unique
 * here.
 */
async function shortSocketFolder(home: string, account: Account): Promise<string> {
  const { dev, ino } = await stat(home);
  const base = Buffer.byteLength(tmpdir()) > 40 ? '/tmp' : tmpdir();
  const folder = join(base, `kreide-${account?.uid ?? process.getuid?.()}-${dev.toString(36)}${ino.toString(36)}`);
  return folder;
}

/** Created again before each start: the system cleans temporary folders up. */
export async function makeSocketFolder(place: ClusterPlace): Promise<void> {
  await makeFolder(place.socket, place.account);
}

async function makeFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  // Not stat: in a folder that others can write to, a link could lead anywhere.
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new PostgresError(`${folder} is not a folder.`);
  const { uid } = found;
  const wanted = account?.uid ?? process.getuid?.();
  if (uid === 0 && account) await chown(folder, account.uid, account.gid);
  else if (uid !== wanted) throw new PostgresError(`The folder ${folder} belongs to another user (number ${uid}).`);
  await chmod(folder, 0o700);
}

function notOurs(place: ClusterPlace, cause: unknown): PostgresError {
  if (cause instanceof PostgresError) return cause;
  return new PostgresError(
    `The user ${userName()} cannot use the database folder ${place.home} (${codeOf(cause) || cause}). Start as the user who made it, or change its owner.`,
    { cause },
  );
}

/** The name of the current user; in containers the user is often a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `number ${process.getuid?.()}`;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
