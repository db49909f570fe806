import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../../../../tests/support/database.ts';
import { MigrationError, migrate } from './migrate.ts';

let folder: string;
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kreide-migrations-'));
  empty = await createEmptyDatabase();
});
afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string): Promise<void> => writeFile(join(folder, `${name}.sql`), sql);
const run = (): Promise<string[]> => migrate(empty.connectionString, { folder });

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(empty.connectionString);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

describe('migrations', () => {
  it('are applied in order and once, also when several processes start together [D-1.05] [D-4.04]', async () => {
    await write('202601020000_kernel_second', 'alter table pets add legs int not null default 4;');
    await write('202601010000_kernel_first', "create table pets (name text); insert into pets values ('Ärmel');");
    const applied = (await Promise.all([run(), run(), run()])).flat();
    expect(applied).toEqual(['202601010000_kernel_first', '202601020000_kernel_second']);
    expect(await query('select * from pets')).toEqual([{ name: 'Ärmel', legs: 4 }]);
    await write('202601030000_kernel_third', 'drop table pets;');
    expect(await run()).toEqual(['202601030000_kernel_third']);
    expect(await run()).toEqual([]);
  });

  it('leave nothing of a file that fails, and name file and line', async () => {
    await write('202601010000_kernel_first', 'create table pets (name text);');
    await write('202601020000_kernel_second', 'create table toys (name text);\n\nalter table petz add legs int;');
    await expect(run()).rejects.toThrow(/202601020000_kernel_second\.sql failed.*petz/);
    expect(await query("select to_regclass('pets') is not null as pets, to_regclass('toys') as toys")).toEqual([
      { pets: true, toys: null },
    ]);
    await write('202601020000_kernel_second', 'create table toys (name tekst);');
    await expect(run()).rejects.toThrow(/failed line 1: .*tekst/);
  });

  it('take a database of another edition of a file only where a later one names that edition', async () => {
    await write('202601010000_kernel_first', 'create table pets (name text);\n');
    await run();
    const [row] = await query('select checksum from kreide_migrations');
    await write('202601010000_kernel_first', 'create table pets (name text, legs int);\n');
    const body = 'alter table pets add column if not exists legs int;';
    await write('202601020000_kernel_legs', `-- equals 202601010000_kernel_first ${'0'.repeat(64)}\n${body}`);
    await expect(run()).rejects.toThrow(/was changed after it had been applied/);
    await write('202601020000_kernel_legs', `-- equals 202601010000_kernel_first ${row?.checksum}\n${body}`);
    expect(await run()).toEqual(['202601020000_kernel_legs']);
    expect(await query('select * from pets')).toEqual([]);
  });

  it('refuse a file that was changed after it had been applied', async () => {
    await write('202601010000_kernel_first', 'create table pets (name text);\n');
    await run();
    await write('202601010000_kernel_first', 'create table pets (name text);\r\n');
    expect(await run()).toEqual([]);
    await write('202601010000_kernel_first', 'create table pets (name text, legs int);\n');
    await expect(run()).rejects.toThrow('202601010000_kernel_first was changed after');
  });

  it('refuse a database of a newer release', async () => {
    await write('202601010000_kernel_first', 'create table pets (name text);');
    await run();
    await rm(join(folder, '202601010000_kernel_first.sql'));
    await expect(run()).rejects.toThrow(/newer release/);
  });

  it('refuse a file with an odd name', async () => {
    await write('first', 'select 1;');
    await expect(run()).rejects.toThrow(MigrationError);
  });
});
