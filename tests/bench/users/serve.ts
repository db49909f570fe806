/** The measured side, in a process of its own: a real server with 5,000 people, and a bare route with the query of a search. */
import Fastify from 'fastify';
import { listPeople } from '../../../packages/server/src/features/users/queries/people.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { startTestServer } from '../../support/server.ts';

const PEOPLE = 5000;
const send = (message: unknown) => process.send?.(message);

const server = await startTestServer({ checkAnswers: false });
const { kysely, pool } = server.test.database;
const school = await buildSchool(kysely, 'bench');
await buildUser(kysely, school.id, 'admin', 'ADMIN');
await pool.query(
  `insert into users (school_id, username, firstname, lastname, email, type, role)
    select $1, 'person.' || n, (array['Jörg', 'Anna-Lena', 'Olena', 'Yiğit', 'Petra'])[1 + n % 5] || ' ' || chr(65 + n % 26),
      (array['Bäumler', 'Groß', 'Мельник', 'Şahin', 'Čapková', 'Schmidt', 'Wieland'])[1 + n % 7] || n, 'p' || n || '@example.org', 'STUDENT', 'STUDENT'
    from generate_series(1, $2::int) n`,
  [school.id, PEOPLE],
);
await pool.query('analyze users');
const token = await signIn(server, 'bench', 'admin');

const bare = Fastify();
bare.get('/search/:word', async (request, reply) => {
  const { word } = request.params as { word: string };
  const rows = await listPeople(
    kysely,
    school.id,
    { search: word },
    { order: 'name', offset: 0, limit: 51, today: '2026-11-18' },
  );
  return reply.send({ data: rows });
});
await bare.listen({ port: 0, host: '127.0.0.1' });
const { port } = bare.server.address() as { port: number };

process.on('message', async () => {
  await bare.close();
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
send({ url: server.url, bare: `http://127.0.0.1:${port}`, token });
