import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { FilesPlace } from '../config/storage-config.ts';
import type { Queries } from './database.ts';
import { readMigrations } from './migrate.ts';

/** The traits that the processes of one installation must have in common, each as a fingerprint that reveals nothing. */
export const TRAITS = ['secret', 'secret_key', 'files'] as const;
export type Traits = Readonly<Record<(typeof TRAITS)[number], string>>;

/** What is wrong, in the words of the settings. */
const MISFITS = {
  secret: 'KREIDE_SECRET is another than that of this installation',
  secret_key: 'KREIDE_SECRET_KEY is another than that of this installation',
  files: 'the folder or the bucket of the files is another than that of this installation',
} as const;
/** After a change on purpose. */
const REMEDY = 'after a change on purpose say so with "kreide-server adopt"';

export interface Misfit {
  readonly part: keyof Traits | 'schema';
  readonly reason: string;
}

const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('kreide installation').digest('base64url').slice(0, 22);

/** The folder says by itself which one it is: processes may reach it by different paths. */
async function nameOf(filesFolder: string): Promise<string> {
  await mkdir(filesFolder, { recursive: true, mode: 0o700 });
  const path = join(filesFolder, 'installation');
  await writeFile(path, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(path, 'utf8')).trim();
}

/** The traits of this process. A bucket belongs to the folder: what is arriving lies there, whichever process takes it. */
export async function traitsOf(secret: string, secretKey: string | null, { folder, s3 }: FilesPlace): Promise<Traits> {
  const name = await nameOf(folder);
  return {
    secret: fingerprintOf(secret),
    secret_key: fingerprintOf(secretKey ?? secret),
    files: s3 ? [name, s3.endpoint ?? s3.region, s3.bucket, s3.prefix].join(' ') : name,
  };
}

/** Notes the traits of the first process of an installation, and compares those of later ones with them. */
export async function noteTraits(db: Queries, traits: Traits): Promise<void> {
  const rows = TRAITS.map((name) => ({ name, value: traits[name] }));
  await db
    .insertInto('installation')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Takes these traits as those of the installation, whatever they were. */
export async function adoptTraits(db: Queries, traits: Traits): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('installation').where('name', 'in', TRAITS).execute();
    await noteTraits(trx, traits);
  });
}

/** Notes when the installation was last backed up. */
export async function noteBackup(db: Queries, now: Date): Promise<void> {
  const value = now.toISOString();
  await db
    .insertInto('installation')
    .values({ name: 'backup', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** When the installation was last backed up; null: never. */
export async function lastBackup(db: Queries): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', 'backup').executeTakeFirst();
  return row ? new Date(row.value) : null;
}

/** Holds a process against its installation: what does not fit, if anything, now. */
export async function createFitting(traits: Traits): Promise<(db: Queries) => Promise<Misfit | null>> {
  const own = (await readMigrations()).at(-1)?.name ?? '';
  return async (db) => {
    const { rows } = await sql<{ newest: string; noted: Partial<Traits> }>`
      select (select max(name) from kreide_migrations) as newest,
        coalesce((select jsonb_object_agg(name, value) from installation), '{}') as noted`.execute(db);
    const { newest = own, noted = {} } = rows[0] ?? {};
    if (newest !== own)
      return {
        part: 'schema',
        reason: `the database is at ${newest}, this release at ${own}: start the release of the database`,
      };
    const part = TRAITS.find((name) => noted[name] !== undefined && noted[name] !== traits[name]);
    return part ? { part, reason: `${MISFITS[part]}; ${REMEDY}` } : null;
  };
}
