/** The measured side, in a process of its own: a real server with a whole school, and bare routes that answer the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { closeOwnTestServer } from '../../support/database.ts';
import { publishUpload, uploadFiles } from '../../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { ROOT, startTestServer } from '../../support/server.ts';

const send = (message: unknown) => process.send?.(message);

const server = await startTestServer({ checkAnswers: false });
const { kysely, pool } = server.test.database;
const school = await buildSchool(kysely, 'bench');
await buildUser(kysely, school.id, 'admin', 'ADMIN');
await buildUser(kysely, school.id, 'teacher', 'TEACHER');
const admin = await signIn(server, 'bench', 'admin');
const token = await signIn(server, 'bench', 'teacher');
const file = join(ROOT, 'examples/import-files/asc-2012/asc-2012.xml');
const bytes = new Uint8Array(readFileSync(file));
await publishUpload(server, admin, await uploadFiles(server, admin, [{ name: 'asc.xml', bytes }]));
const grades = await kysely
  .selectFrom('grades')
  .select('id')
  .where('school_id', '=', school.id)
  .orderBy('id')
  .execute();

const path = (id: number, from: string, to: string) =>
  `/v1/timetables/entities/grades/${id}?begins_at=${from}&ends_at=${to}`;
const first = await fetch(`${server.url}${path(grades[0]?.id ?? 0, '2026-10-26', '2026-12-13')}`, {
  headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
});
const etag = first.headers.get('etag') ?? '';
const body = await first.text();
await server.test.asOwner(
  'create table bench_answers (id int primary key, body text not null); grant select, insert on bench_answers to public',
);
for (let id = 0; id < 64; id += 1) await pool.query('insert into bench_answers values ($1, $2)', [id, body]);

const bare = Fastify();
const memory = Buffer.from(body);
bare.get('/pg/:id', async (request, reply) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query({
    name: 'bench',
    text: 'select body from bench_answers where id = $1',
    values: [id],
  });
  return reply.type('application/json; charset=utf-8').send(rows[0].body);
});
bare.get('/memory', (_, reply) => reply.type('application/json; charset=utf-8').send(memory));
bare.get('/304', (_, reply) => reply.code(304).header('etag', etag).send());
await bare.listen({ port: 0, host: '127.0.0.1' });
const { port } = bare.server.address() as { port: number };

process.on('message', async (message: 'figures' | 'republish' | 'end') => {
  if (message === 'figures') return send({ ...server.server.features.plans.figures });
  if (message === 'republish') {
    // The room of one lesson changes: a new version, everything kept is stale.
    const changed = new Uint8Array(
      Buffer.from(readFileSync(file, 'latin1').replace('short="A105"', 'short="A105x"'), 'latin1'),
    );
    const upload = await uploadFiles(server, admin, [{ name: 'asc.xml', bytes: changed }]);
    await publishUpload(server, admin, upload);
    return send('republished');
  }
  await bare.close();
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
send({
  url: server.url,
  bare: `http://127.0.0.1:${port}`,
  token,
  etag,
  grades: grades.map((grade) => grade.id),
  bytes: body.length,
});
