import { RETENTION_DAYS, RETENTION_KINDS, retentionOf } from '@kreide/core/features/personal-data';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
const schools: BuiltSchool[] = [];
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  for (const slink of ['amsel', 'drossel']) {
    const school = await buildSchool(server.test.database.kysely, slink);
    await buildUser(server.test.database.kysely, school.id, 'office', 'ADMIN');
    schools.push(school);
  }
  token = await signIn(server, 'amsel', 'office');
});
afterAll(() => server.stop());

const run = (text: string, values: unknown[] = []) => server.test.database.pool.query(text, values);
const [AMSEL, DROSSEL] = [0, 1].map((place) => () => schools[place]?.id ?? 0) as [() => number, () => number];
const path = () => `/v1/schools/${AMSEL()}/retention`;
const put = (body: unknown) => server.request('PUT', path(), { token, body });
const ago = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000).toISOString();

/** What the night does. */
async function night(): Promise<number> {
  const prune = server.server.features.all.flatMap((feature) => Object.entries(feature.prune ?? {}));
  return (await prune.find(([name]) => name === 'kept')?.[1](server.clock.now())) ?? -1;
}

it('every kind of data has a feature that removes it, or its own end [D-6.08]', () => {
  const kinds = new Set(server.server.features.all.flatMap(({ retain = {} }) => Object.keys(retain)));
  // Mails are the kernel's; an archive carries the day on which it ends.
  expect(RETENTION_KINDS.filter((kind) => !kinds.has(kind))).toEqual(['mails', 'archives']);
  expect([...kinds].filter((kind) => !(kind in RETENTION_DAYS))).toEqual([]);
});

it('periods are what is usual until the school decides, within their bounds, in the audit log [D-6.08]', async () => {
  const usual = retentionOf({});
  expect((await server.request('GET', path(), { token })).body.data).toEqual(usual);
  for (const kind of RETENTION_KINDS) {
    const { minimum, maximum } = RETENTION_DAYS[kind];
    for (const days of [minimum - 1, maximum + 1, minimum + 0.5, null])
      expect((await put({ ...usual, [kind]: days })).status, `${kind} ${days}`).toBe(422);
  }
  const { mails: _, ...without } = usual;
  expect((await put(without)).status).toBe(422);
  const set = { ...usual, mails: 7, sessions: 30 };
  expect((await put(set)).body.data).toEqual(set);
  expect((await server.request('GET', path(), { token })).body.data).toEqual(set);
  const { rows } = await run(`select before, after from audit_log where action = 'personal-data.retention'`);
  expect(rows).toEqual([{ before: { mails: 30, sessions: 180 }, after: { mails: 7, sessions: 30 } }]);
});

it('older data go at night, by the periods of their own school, and the log says how much [D-6.08]', async () => {
  const { kysely } = server.test.database;
  await put({ ...retentionOf({}), mails: 7, sessions: 30, deleted_accounts: 40, imports: 60 });
  const people: Record<string, number> = {};
  for (const id of [AMSEL(), DROSSEL()]) {
    for (const days of [41, 39]) {
      const { id: user } = await buildUser(kysely, id, `gone-${days}`, 'STUDENT');
      people[`${id} ${days}`] = user;
      await run('update users set deleted_at = $2 where id = $1', [user, ago(days)]);
    }
    const { id: user } = await buildUser(kysely, id, 'ada', 'STUDENT');
    for (const days of [31, 29]) {
      await signIn(server, id === AMSEL() ? 'amsel' : 'drossel', 'ada');
      await run('update sessions set last_used_at = $2 where user_id = $1 and last_used_at > $3', [
        user,
        ago(days),
        ago(1),
      ]);
    }
    for (const days of [8, 6])
      await run(
        `insert into mails (school_id, kind, state, created_at, not_before, expires_at, done_at)
        values ($1, 'test', 'SENT', $2, now(), now(), now())`,
        [id, ago(days)],
      );
    for (const [state, days] of [
      ['FAILED', 61] as const,
      ['FAILED', 59] as const,
      ['QUEUED', 61] as const,
      ['PUBLISHED', 62] as const,
      ['PUBLISHED', 61] as const,
    ])
      await run(
        `insert into timetable_uploads (school_id, state, created_at, published_at, school_year_id, number)
        values ($1, $2, $3, $3, $4, coalesce((select max(number) from timetable_uploads where school_id = $1), 0) + 1)`,
        [id, state, ago(days), schools.find((school) => school.id === id)?.yearId],
      );
  }
  // One erased account, session, mail; of the imports the failed one and the publication before the last.
  expect(await night()).toBe(5);
  const left = async (table: string, condition = 'true') =>
    (
      await run(`select school_id, count(*)::int from ${table} where ${condition} group by school_id order by 1`)
    ).rows.map(({ count }) => count);
  expect(await left('mails')).toEqual([1, 2]);
  expect(await left('sessions', `user_id in (select id from users where username = 'ada')`)).toEqual([1, 2]);
  expect(await left('timetable_uploads')).toEqual([3, 5]);
  const { rows } = await run('select id from users where erased_at is not null');
  expect(rows).toEqual([{ id: people[`${AMSEL()} 41`] }]);
  const log = await run(`select school_id, origin, after from audit_log where action = 'personal-data.forgotten'`);
  const gone = { deleted_accounts: 1, imports: 2, mails: 1, sessions: 1 };
  expect(log.rows).toEqual([{ school_id: AMSEL(), origin: 'system', after: gone }]);
  expect(await night()).toBe(0);
});
