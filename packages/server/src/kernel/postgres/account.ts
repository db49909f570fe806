import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PostgresError } from './errors.ts';

/** The system user that PostgreSQL runs as; null: the current one. */
export type Account = { uid: number; gid: number; name: string } | null;

/**
 * PostgreSQL refuses to run as root. When started as root, we switch to the owner of an existing cluster, else to
 * `postgres`, else to `nobody`.
 */
export async function accountFor(clusterFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterFolder).catch(() => null);
  const users = await systemUsers();
  if (owner && owner.uid !== 0) {
    const name = users.find((user) => user.uid === owner.uid)?.name ?? String(owner.uid);
    return { uid: owner.uid, gid: owner.gid, name };
  }
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (user) return user;
  throw new PostgresError(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start as another user, or set DATABASE_URL.',
  );
}

async function systemUsers(): Promise<{ uid: number; gid: number; name: string }[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return passwd.split('\n').flatMap((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/**
 * The first folder on the way from the root to `folder` that the account may not enter; null when there is none. The
 * path must be a real one (no links). Folders that do not exist yet count as accessible.
 */
export async function firstClosedFolder(folder: string, account: NonNullable<Account>): Promise<string | null> {
  const way: string[] = [];
  for (let current = folder; ; current = dirname(current)) {
    way.unshift(current);
    if (current === dirname(current)) break;
  }
  for (const step of way) {
    const { uid, gid, mode } = (await stat(step).catch(() => null)) ?? {};
    if (mode === undefined) return null;
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return step;
  }
  return null;
}
