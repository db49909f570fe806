import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeRunFolder } from '../../../../../tests/support/run-folder.ts';
import { silentLog } from '../log.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';

/** Conditions hold at once on an idle machine, later on a busy one. */
const PATIENTLY = { timeout: 30_000, interval: 20 };
const isRoot = process.getuid?.() === 0;
let base: string;
let dataFolder: string;
let open: EmbeddedPostgres[] = [];

beforeAll(async () => {
  base = await makeRunFolder('kreide-postgres');
  await chmod(base, 0o755);
  // Blanks, commas, quotes and letters beyond ASCII are valid in a path.
  dataFolder = join(base, 'Schule, "am" See', 'Daten für Kreide');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.map((server) => server.stop()));
  open = [];
});
afterAll(() => rm(base, { recursive: true, force: true }));

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, log: silentLog, ...options });
  open.push(server);
  return server;
}

async function query(server: Pick<EmbeddedPostgres, 'ownerConnectionString'>, sql: string): Promise<unknown[]> {
  const client = new Client(server.ownerConnectionString);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

async function pidOf(server: EmbeddedPostgres): Promise<number> {
  const [content] = await query(server, "select pg_read_file('postmaster.pid')");
  return Number(String(content).split('\n')[0]);
}

/** A server process in its own process group, as a terminal would start it. */
async function startInOtherProcess({
  durable = true,
} = {}): Promise<{ child: ChildProcess; ownerConnectionString: string }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
    const { silentLog } = await import(${JSON.stringify(join(import.meta.dirname, '../log.ts'))});
    const server = await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(dataFolder)}, log: silentLog, durable: ${durable} });
    console.log(server.ownerConnectionString);`;
  const { LANG: _lang, LC_ALL: _all, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout as NodeJS.EventEmitter, 'data');
  return { child, ownerConnectionString: String(line).trim() };
}

async function killGroup(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
}

describe('the embedded database', () => {
  it('holds UTF-8 with ICU order whatever the environment says, and keeps its data [D-1.05]', async () => {
    vi.stubEnv('LANG', undefined);
    vi.stubEnv('LC_ALL', 'xx_XX.ISO-8859-1');
    vi.stubEnv('PGDATA', '/nowhere');
    const first = await start();
    await query(first, "create table words as select unnest(array['Zebra', 'Ähre', 'Apfel']) as word");
    await first.stop();
    const second = await start();
    expect(await query(second, 'select word from words order by word')).toEqual(['Ähre', 'Apfel', 'Zebra']);
    expect(await query(second, 'show server_encoding')).toEqual(['UTF8']);
    expect(await query(second, 'show fsync')).toEqual(['on']);
    expect(await query(second, 'show listen_addresses')).toEqual(['']);
  });

  it('serves one process, which a command may join [D-4.05]', async () => {
    const server = await start();
    await expect(start()).rejects.toThrow(/Another process already uses the data folder/);
    const joined = await start({ join: true });
    expect([server.supervised, joined.supervised]).toEqual([true, false]);
    await joined.stop();
    expect(await query(server, 'select 1')).toEqual([1]);
  });

  it('is taken over when the server was killed with its whole process group [D-4.03]', async () => {
    const { child, ownerConnectionString } = await startInOtherProcess();
    await query({ ownerConnectionString }, 'create table kept as select 42 as answer');
    await killGroup(child);
    const [before] = await query({ ownerConnectionString }, "select pg_read_file('postmaster.pid')");
    const server = await start();
    expect(await pidOf(server)).toBe(Number(String(before).split('\n')[0]));
    expect(await query(server, 'select answer from kept')).toEqual([42]);
    await server.stop();
    await expect(query({ ownerConnectionString }, 'select 1')).rejects.toThrow('ENOENT');
  });

  it('comes back when it dies under a running server, with every acknowledged write [D-4.03]', async () => {
    const server = await start();
    await query(server, 'create table acknowledged as select 7 as answer');
    const pid = await pidOf(server);
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => query(server, 'select answer from acknowledged').catch(() => 'away'), PATIENTLY)
      .toEqual([7]);
    expect(await pidOf(server)).not.toBe(pid);
  });

  it('starts after everything was killed, though the number in the pid file now belongs to another process [D-4.03]', async () => {
    const { child, ownerConnectionString } = await startInOtherProcess();
    const [place] = await query({ ownerConnectionString }, "select current_setting('data_directory')");
    const pidFile = join(String(place), 'postmaster.pid');
    const content = await readFile(pidFile, 'utf8');
    await killGroup(child);
    process.kill(Number(content.split('\n')[0]), 'SIGKILL');
    await writeFile(pidFile, content.replace(/^\d+/, String(process.ppid)));
    const server = await start();
    expect(await query(server, 'select answer from acknowledged')).toEqual([7]);
  });

  it('waits for a killed predecessor that has not ended yet and still holds the lock of the socket [D-4.03]', async () => {
    const server = await start();
    const [data, folder] = await query(
      server,
      "select current_setting('data_directory'), trim('\"' from current_setting('unix_socket_directories'))",
    );
    await server.stop();
    // Of the same account: PostgreSQL takes the number of anybody else's process for a coincidence.
    const { uid, gid } = await stat(String(data));
    const predecessor = spawn('/bin/sh', ['-c', 'read line', String(data)], { uid, gid });
    await once(predecessor, 'spawn');
    const lock = join(String(folder).replaceAll('""', '"'), '.s.PGSQL.5432.lock');
    await writeFile(lock, `${predecessor.pid}\n`);
    const starting = start();
    const said = () => readFile(join(String(data), '..', 'postgres.log'), 'utf8');
    await expect.poll(said, PATIENTLY).toMatch(/lock file ".*\.lock" already exists\s+.*shut down\s*$/);
    predecessor.kill('SIGKILL');
    expect(await query(await starting, 'select 1')).toEqual([1]);
  });

  it('finds a short place for its socket when the path of the data folder is long [D-1.05]', async () => {
    const long = join(base, 'a'.repeat(60), 'b'.repeat(60));
    const server = await start({ dataFolder: long, durable: false });
    expect(await query(server, 'select current_database()')).toEqual(['kreide']);
    await server.stop();
    await writeFile(join(long, 'postgres/data/PG_VERSION'), '14\n');
    await expect(start({ dataFolder: long })).rejects.toThrow(
      /written by PostgreSQL 14, this release brings 18.*kreide-server backup.*restore/,
    );
  });

  it.skipIf(!isRoot)(
    'works for root below a folder that nobody else may pass, and says when its data is gone [D-1.05]',
    async () => {
      const closed = join(base, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const options = { dataFolder: join(closed, 'data'), durable: false };
      const first = await start(options);
      await query(first, 'create table kept as select 1 as answer');
      await first.stop();
      const pointer = join(options.dataFolder, 'postgres.location');
      const home = (await readFile(pointer, 'utf8')).trim();
      try {
        expect((await stat(home)).uid).not.toBe(0);
        expect(await query(await start(options), 'select answer from kept')).toEqual([1]);
      } finally {
        await Promise.all(open.map((server) => server.stop()));
        await rm(home, { recursive: true, force: true });
      }
      await expect(start(options)).rejects.toThrow(/is not there. Bring that folder back/);
    },
  );

  it('ends with its process when its data may be lost, so that killed tests leave nothing running', async () => {
    const { child, ownerConnectionString } = await startInOtherProcess({ durable: false });
    expect(await query({ ownerConnectionString }, 'show fsync')).toEqual(['off']);
    await killGroup(child);
    await expect
      .poll(() => query({ ownerConnectionString }, 'select 1').catch((error) => error.code), PATIENTLY)
      .toBe('ENOENT');
  });

  it('says that the data folder is not writable [D-4.02]', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    const folder = join(file, 'data');
    await expect(start({ dataFolder: folder })).rejects.toThrow(/data folder .* is not writable .*KREIDE_DATA/);
  });
});
