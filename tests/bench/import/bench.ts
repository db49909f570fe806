import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { ascParser } from '../../../packages/formats/src/timetables/asc/index.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { publishUpload, uploadFiles } from '../../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { ROOT, startTestServer, type TestServer } from '../../support/server.ts';
import { type BenchRow, median } from '../row.ts';

const SAMPLE = join(ROOT, '../shared/samples/asc/asctt2012_college-sg-term2.xml');
const OWN = join(ROOT, 'examples/import-files/asc-2012/asc-2012.xml');
const ROUNDS = 5;

/** One cell of PostgreSQL's COPY text format. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value)) return `{${value.join(',')}}`;
  return String(value).replace(/[\\\t\n\r]/g, (sign) => `\\${{ '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' }[sign]}`);
}

/** The yardstick: parse the XML and COPY the rows that the import has written. */
async function parseAndCopy(
  server: TestServer,
  bytes: Uint8Array,
  rows: Record<string, unknown>[],
  identities: { school_id: number; id: number }[],
): Promise<number> {
  const { pool } = server.test.database;
  await pool.query('truncate bench_lessons, bench_identities');
  const begin = performance.now();
  ascParser.parse([{ name: 'asc.xml', bytes }], {});
  const client = await pool.connect();
  try {
    await client.query('begin');
    const names = Object.keys(rows[0] ?? {});
    const lines = rows.map((row) => `${names.map((name) => toCell(row[name])).join('\t')}\n`);
    await pipeline(
      Readable.from([lines.join('')]),
      client.query(copyFrom(`copy bench_lessons (${names.join(', ')}) from stdin`)),
    );
    await pipeline(
      Readable.from([identities.map((row) => `${row.school_id}\t${row.id}\n`).join('')]),
      client.query(copyFrom('copy bench_identities (school_id, id) from stdin')),
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  return performance.now() - begin;
}

/** `like … including all` leaves foreign keys out, and they are most of what such rows cost PostgreSQL. */
async function copyForeignKeys(server: TestServer): Promise<void> {
  const { rows } = await server.test.database.pool.query<{ name: string; definition: string }>(
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conrelid in ('lessons'::regclass, 'lesson_identities'::regclass)
       and confrelid <> 'lesson_identities'::regclass`,
  );
  for (const { name, definition } of rows) {
    const copy = name === 'lessons' ? 'bench_lessons' : 'bench_identities';
    await server.test.asOwner(`alter table ${copy} add ${definition}`);
  }
}

/** Import and publish of a whole real school beside parsing it and copying the same rows. */
export async function runImportBench(): Promise<BenchRow[]> {
  const file = existsSync(SAMPLE) ? SAMPLE : OWN;
  const bytes = new Uint8Array(readFileSync(file));
  const server = await startTestServer({ checkAnswers: false });
  try {
    const { kysely, pool } = server.test.database;
    const ours: number[] = [];
    const bare: number[] = [];
    await server.test.asOwner(
      'create table bench_lessons (like lessons including all); create table bench_identities (like lesson_identities including all)',
    );
    await copyForeignKeys(server);
    await server.test.asOwner('grant insert, truncate on bench_lessons, bench_identities to public');
    for (let count = 0; count <= ROUNDS; count += 1) {
      const school = await buildSchool(kysely, `bench-${count}`);
      await buildUser(kysely, school.id, 'admin', 'ADMIN');
      const admin = await signIn(server, school.slink, 'admin');
      const begin = performance.now();
      const upload = await publishUpload(server, admin, await uploadFiles(server, admin, [{ name: 'asc.xml', bytes }]));
      const took = performance.now() - begin;
      if (upload.state !== 'PUBLISHED') throw new Error(`the upload is ${upload.state}`);
      const { rows } = await pool.query('select * from lessons where school_id = $1', [school.id]);
      const identities = await pool.query('select school_id, id from lesson_identities where school_id = $1', [
        school.id,
      ]);
      const copied = await parseAndCopy(server, bytes, rows, identities.rows);
      // The first round warms both sides.
      if (count > 0) {
        ours.push(took);
        bare.push(copied);
      }
    }
    const value = median(ours.map((took, index) => took / (bare[index] ?? Number.NaN)));
    return [
      {
        name: `import and publish of a whole school (${file === SAMPLE ? '6,843 placements' : 'own example'})`,
        value,
        limit: '≤ 3',
        unit: '× parse + COPY',
        ok: value <= 3,
        detail: `${Math.round(median(ours))} ms against ${Math.round(median(bare))} ms`,
      },
    ];
  } finally {
    await server.stop();
    await closeOwnTestServer();
  }
}
