import { createWriteStream } from 'node:fs';
import { access, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { toWorkConfig } from '../../kernel/data/database-sessions.ts';
import { type FileStore, openListed } from '../../kernel/files/index.ts';
import { CommandError } from '../failures.ts';
import {
  BACKUP_FORMAT,
  type BackupEnd,
  type BackupHead,
  END_ENTRY,
  FILES_FOLDER,
  HEAD_ENTRY,
  SECRET_ENTRY,
  TABLES_FOLDER,
} from './format.ts';
import { type CopiedTable, listTables, readingOf, readSequences } from './tables.ts';

/** Bytes of a table that are held in memory at a time: an entry of the archive must know its size. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface BackupParts {
  /** A role that may read every table. */
  readonly connectionString: string;
  readonly dataFolder: string;
  readonly store: FileStore;
  /** The archive to write; must not exist. */
  readonly file: string;
  readonly now: Date;
}

/**
 * Writes the whole installation into one file while the server runs: every table as it was at one moment, the files,
 * the secret. The file appears under its name when it is complete.
 */
export async function writeBackup({ connectionString, dataFolder, store, file, now }: BackupParts): Promise<BackupEnd> {
  if (await isThere(file)) throw new CommandError(`${file} is there already.`);
  const draft = `${file}.${process.pid}.part`;
  const client = new Client(toWorkConfig(connectionString, 'kreide backup'));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    const head: BackupHead = {
      format: BACKUP_FORMAT,
      created_at: now.toISOString(),
      migrations: await listMigrations(client),
      tables,
      sequences: await readSequences(client),
    };
    const archive = pack();
    const written = pipeline(archive, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }));
    const fill = async (): Promise<BackupEnd> => {
      await addText(archive, HEAD_ENTRY, JSON.stringify(head));
      const rows: Record<string, number> = {};
      for (const table of tables) rows[table.name] = await addTable(archive, client, table);
      const end = { rows, files: await addFiles(archive, store) };
      const secret = await readFile(join(dataFolder, 'secret'), 'utf8').catch(() => null);
      if (secret !== null) await addText(archive, SECRET_ENTRY, secret);
      await addText(archive, END_ENTRY, JSON.stringify(end));
      archive.finalize();
      return end;
    };
    const [end] = await Promise.all([
      fill().catch((thrown: Error) => {
        archive.destroy(thrown);
        throw thrown;
      }),
      written,
    ]);
    await syncToDisk(draft);
    await rename(draft, file);
    return end;
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  } finally {
    await client.end().catch(() => {});
  }
}

async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kreide_migrations order by name');
  return rows.map(({ name }) => name);
}

async function addTable(archive: Pack, client: Client, table: CopiedTable): Promise<number> {
  const { name } = table;
  const stream = client.query(copyTo(readingOf(table)));
  let chunks: Buffer[] = [];
  let size = 0;
  let count = 0;
  const flush = async () => {
    if (size === 0) return;
    count += 1;
    await addBytes(archive, `${TABLES_FOLDER}${name}/${count}`, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
  return stream.rowCount;
}

/** Contents that appear after the moment of the tables are not in them, and do no harm. */
async function addFiles(archive: Pack, store: FileStore): Promise<number> {
  let count = 0;
  for await (const listed of store.list()) {
    const content = await openListed(store, listed);
    if (content === null) continue;
    const { uuid, size } = listed;
    await pipeline(content, archive.entry({ name: `${FILES_FOLDER}${uuid}`, size }));
    count += 1;
  }
  return count;
}

const addText = (archive: Pack, name: string, text: string) => addBytes(archive, name, Buffer.from(text));

function addBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name }, bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
