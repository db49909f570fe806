import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import { toWorkConfig } from '../../kernel/data/database-sessions.ts';
import { migrate, readMigrations } from '../../kernel/data/migrate.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { migrateJobs } from '../../kernel/jobs/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { CommandError } from '../failures.ts';
import {
  BACKUP_FORMAT,
  type BackupEnd,
  type BackupHead,
  backupEnd,
  backupHead,
  END_ENTRY,
  FILES_FOLDER,
  HEAD_ENTRY,
  SECRET_ENTRY,
  TABLES_FOLDER,
} from './format.ts';
import { dropReferences, setSequences } from './tables.ts';

export interface RestoreParts {
  /** The owner of an empty database. */
  readonly owner: string;
  readonly dataFolder: string;
  readonly store: FileStore;
  readonly file: string;
}

/**
 * Puts a backup into an empty place: the tables in the shape that they had, in one transaction, the files, the secret.
 * Bringing the shape to that of this release is left to `prepareDatabase`. Throws `CommandError` with what is wrong
 * with archive or place; the database is then as empty as before.
 */
export async function readBackup({ owner, dataFolder, store, file }: RestoreParts): Promise<BackupEnd> {
  const client = new Client(toWorkConfig(owner, 'kreide backup'));
  client.on('error', () => {});
  await client.connect();
  const files: string[] = [];
  let references: string[] = [];
  try {
    const end = await readEntries(file, {
      head: async (head) => {
        references = await begin(client, owner, head);
      },
      table: (head) => openTables(client, head),
      file: async (uuid, content) => {
        files.push(uuid);
        await store.put(uuid, content, Number.POSITIVE_INFINITY);
      },
      secret: async (secret) => {
        await mkdir(dataFolder, { recursive: true });
        await writeFile(join(dataFolder, 'secret'), secret, { mode: 0o600, flag: 'wx' }).catch(keepOwn);
      },
      end: async () => {
        // Checks every reference.
        for (const reference of references) await client.query(reference);
        await client.query('commit');
      },
    });
    return end;
  } catch (thrown) {
    // A copy that waits for its rows lets nothing else through: the connection ends, and what it began with it.
    await client.end().catch(() => {});
    await removeAll(store, files);
    if (thrown instanceof CommandError) throw thrown;
    throw new CommandError(`${file} could not be restored: ${(thrown as Error).message}. Nothing was changed.`);
  } finally {
    await client.end().catch(() => {});
  }
}

interface Entries {
  head(head: BackupHead): Promise<void>;
  table(head: BackupHead): Tables;
  file(uuid: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  secret(secret: string): Promise<void>;
  end(): Promise<void>;
}

/** Rows go into one table after the other. */
interface Tables {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Rows by table. */
  close(): Promise<Record<string, number>>;
}

async function readEntries(file: string, to: Entries): Promise<BackupEnd> {
  const entries = extract();
  const read = pipeline(createReadStream(file), createGunzip(), entries);
  // Told below, where the entries end.
  read.catch(() => {});
  let head: BackupHead | null = null;
  let tables: Tables | null = null;
  let files = 0;
  let end: BackupEnd | null = null;
  for await (const entry of entries) {
    const { name } = entry.header;
    if (head === null) {
      head = parseHead(name, await buffer(entry));
      await to.head(head);
      tables = to.table(head);
    } else if (name.startsWith(TABLES_FOLDER)) {
      await tables?.add(name.slice(TABLES_FOLDER.length, name.lastIndexOf('/')), await buffer(entry));
    } else if (name.startsWith(FILES_FOLDER)) {
      await to.file(name.slice(FILES_FOLDER.length), entry as AsyncIterable<Uint8Array>);
      files += 1;
    } else if (name === SECRET_ENTRY) await to.secret((await buffer(entry)).toString());
    else if (name === END_ENTRY) end = backupEnd.parse(JSON.parse((await buffer(entry)).toString()));
    else await buffer(entry);
  }
  await read;
  const rows = (await tables?.close()) ?? {};
  if (end === null) throw new CommandError(`${file} ends too early: it was cut off.`);
  const wrong = Object.entries(end.rows).filter(([name, count]) => (rows[name] ?? 0) !== count);
  if (wrong.length > 0 || files !== end.files)
    throw new CommandError(`${file} is damaged: ${[...wrong.map(([name]) => name), 'files'][0]} is not complete.`);
  await to.end();
  return end;
}

function parseHead(name: string, bytes: Buffer): BackupHead {
  const content: unknown = name === HEAD_ENTRY ? JSON.parse(bytes.toString()) : null;
  const head = backupHead.safeParse(content);
  if (head.success) return head.data;
  const format = (content as { format?: unknown } | null)?.format;
  throw new CommandError(
    typeof format === 'number' && format > BACKUP_FORMAT
      ? 'This backup was written by a newer release. Restore it with that one.'
      : 'This is no backup of Kreide.',
  );
}

/**
 * The empty tables in the shape that they had, without triggers and references until everything is there; returns how
 * to put the references back.
 */
async function begin(client: Client, owner: string, { migrations, tables }: BackupHead): Promise<string[]> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new CommandError(`This backup was written by a newer release (${unknown}). Restore it with that one.`);
  const { rows } = await client.query<{ schools: string | null }>("select to_regclass('schools')::text as schools");
  if (rows[0]?.schools) {
    const { rowCount } = await client.query('select from schools limit 1');
    if (rowCount)
      throw new CommandError('The database holds schools already. A backup is restored into an empty place.');
  }
  await migrate(owner, { until: migrations.at(-1) ?? '' });
  await migrateJobs(owner, silentLog);
  await client.query('begin');
  const references = await dropReferences(client);
  for (const { name } of tables) {
    await client.query(`alter table ${name} disable trigger user`);
    // What migrations put there, and jobs of a start that came before.
    await client.query(`delete from ${name}`);
  }
  return references;
}

function openTables(client: Client, head: BackupHead): Tables {
  const byName = new Map(head.tables.map((table) => [table.name, table]));
  const rows: Record<string, number> = {};
  let current: { name: string; stream: ReturnType<typeof copyFrom> } | null = null;

  async function endCurrent(): Promise<void> {
    if (!current) return;
    const { name, stream } = current;
    stream.end();
    await finished(stream);
    rows[name] = stream.rowCount;
    current = null;
  }

  return {
    async add(name, bytes) {
      if (current?.name !== name) {
        await endCurrent();
        const table = byName.get(name);
        if (!table) throw new CommandError(`The backup holds rows of ${name}, which its head does not name.`);
        const stream = client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`));
        // Told by `finished`, or by the write that follows.
        stream.on('error', () => {});
        current = { name, stream };
      }
      const { stream } = current;
      await new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())));
    },
    async close() {
      await endCurrent();
      await setSequences(client, head.sequences);
      for (const { name } of head.tables) await client.query(`alter table ${name} enable trigger user`);
      return rows;
    },
  };
}

async function removeAll(store: FileStore, uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) await store.remove(uuid);
}

/** A secret that is there already goes on. */
function keepOwn(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
