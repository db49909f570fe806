import type { Survey } from '@kreide/core/features/surveys';
import { readXlsx } from '@kreide/formats/tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { hear } from '../../../../../tests/support/chats.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_SECRET, type TestServer } from '../../../../../tests/support/server.ts';
import { endSurvey, surveyTasks } from './ending.ts';
import { tagsOf } from './tags.ts';

const VOTERS = Array.from({ length: 12 }, (_, n) => `v${n}`);
let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await server.test.database.pool.query(statement, values)).rows as Record<string, unknown>[];

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', ...VOTERS]) {
    ids[name] = (await buildUser(db(), school.id, name, name === 'ada' ? 'TEACHER' : 'STUDENT')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, {
    admins: [ids.ada ?? 0],
    members: VOTERS.map((name) => ids[name] ?? 0),
  });
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const QUESTIONS = [
  { question: 'Geht es dir gut?', options: [{ name: 'Ja' }, { name: 'Nein' }] },
  { question: 'Was fehlt dir?', type: 'freetext', options: [] },
];
async function sent(values: object = {}): Promise<Survey> {
  const body = { questions: QUESTIONS, is_anonymous: true, results_visibility: 'before', ...values };
  const { body: made } = await call('ada', 'POST', 'surveys', body);
  const uuid = crypto.randomUUID();
  await call('ada', 'POST', `chats/${channel.chat_id}/messages/survey`, { uuid, survey_form_id: made.data.id });
  return made.data;
}
async function vote(who: string, { id, questions }: Survey, pick = 0, text = `Wort von ${who}`): Promise<Survey> {
  const votes = questions.map(({ uuid, options }) => ({
    question_uuid: uuid,
    ...(options[pick] && { options: [options[pick].id] }),
  }));
  const new_option = [{ question_uuid: questions[1]?.uuid, name: text }];
  const { status, body } = await call(who, 'PUT', `surveys/${id}/vote`, { votes, new_option });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const get = async (who: string, { id }: Survey): Promise<Survey> => (await call(who, 'GET', `surveys/${id}`)).body.data;
const end = (survey: Survey) => call('ada', 'PUT', `surveys/${survey.id}/end`);
const shownOf = ({ questions, results_count }: Survey) => ({
  results_count,
  counts: questions[0]?.options.map(({ count }) => count),
  texts: questions[1]?.texts?.length ?? null,
});
/** Lets the job run that follows the answers, and waits for what it leaves. */
async function shuffled({ id }: Survey): Promise<void> {
  await passJobWaits(server.test.database.pool);
  await expect
    .poll(async () =>
      Number(
        (await rowsOf(`select count(*) from graphile_worker.jobs where task_identifier = 'surveys:shuffle'`))[0]?.count,
      ),
    )
    .toBe(0);
  expect(await rowsOf('select 1 from survey_secrets where survey_id = $1 and is_shuffle_due', [id])).toEqual([]);
}

/** Every row of every table of the database, with what the database itself knows about it. */
async function everything(): Promise<{ table: string; xmin: string; ctid: string; row: string }[]> {
  const tables = await rowsOf(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
  );
  const all = await Promise.all(
    tables.map(async ({ name }) =>
      (await rowsOf(`select xmin::text, ctid::text, to_jsonb(one)::text as row from ${name} as one`)).map((row) => ({
        table: String(name),
        xmin: String(row.xmin),
        ctid: String(row.ctid),
        row: String(row.row),
      })),
    ),
  );
  return all.flat();
}

describe('an anonymous survey', () => {
  it('leaves nothing in the database by which an answer leads to who gave it: no value, no transaction, no place [C-6.27]', async () => {
    const survey = await sent();
    for (const [n, name] of VOTERS.entries()) await vote(name, survey, n % 2);
    await call('v3', 'DELETE', `surveys/${survey.id}/vote`);
    await vote('v3', survey, 1, 'Neues Wort');
    await shuffled(survey);
    const rows = await everything();
    const votes = rows.filter(
      ({ table, row }) => table.endsWith('survey_votes') && JSON.parse(row).survey_id === survey.id,
    );
    const taken = rows.filter(
      ({ table, row }) => table.endsWith('survey_participations') && JSON.parse(row).survey_id === survey.id,
    );
    expect([votes.length, taken.length]).toEqual([24, 12]);
    expect(votes.every(({ row }) => JSON.parse(row).user_id === null)).toBe(true);
    // No two rows of one person can be told from those of two.
    expect(new Set(votes.map(({ row }) => JSON.parse(row).revoke_tag)).size).toBe(24);
    expect(new Set(votes.map(({ xmin }) => xmin)).size).toBe(1);
    expect(new Set(taken.map(({ xmin }) => xmin)).size).toBe(1);
    // Nothing else was written together with an answer that says what it was, and nobody's words stand elsewhere.
    const others = rows.filter(({ table }) => !/survey_(votes|results)$/.test(table));
    expect(others.filter(({ row }) => /Wort von|Neues Wort/.test(row))).toEqual([]);
    const uuids = survey.questions.flatMap(({ options }) => options.map(({ uuid }) => uuid));
    expect(
      others.filter(({ table, row }) => !table.endsWith('survey_options') && uuids.some((uuid) => row.includes(uuid))),
    ).toEqual([]);
    // The order in which people answered is not that in which their answers stand, whatever they are sorted by.
    const order = VOTERS.map((name) => (name === 'v3' ? 'Neues Wort' : `Wort von ${name}`));
    const asStored = votes
      .filter(({ row }) => JSON.parse(row).text !== null)
      .map(({ ctid, row }) => ({ place: ctid.slice(1, -1).split(',').map(Number), ...JSON.parse(row) }));
    for (const key of [
      (one: (typeof asStored)[number]) => one.place[0] * 10_000 + one.place[1],
      (one: (typeof asStored)[number]) => Number.parseInt(one.id.slice(0, 8), 16),
    ])
      expect(asStored.toSorted((one, other) => key(one) - key(other)).map(({ text }) => text)).not.toEqual(order);
  });

  it('tells nobody when it is answered, and keeps no answer to the call and no line in the log [C-6.27]', async () => {
    const survey = await sent();
    using ear = await hear(server.url, tokens.ada ?? '', ['survey.']);
    const before = await Promise.all(
      ['idempotency_keys', 'audit_log', 'outbox'].map((name) => rowsOf(`select count(*) from ${name}`)),
    );
    for (const name of VOTERS.slice(0, 6))
      await server.request('PUT', `/v1/channels/surveys/${survey.id}/vote`, {
        token: tokens[name],
        headers: { 'idempotency-key': `key-of-${name}` },
        body: {
          votes: survey.questions.map(({ uuid, options }) => ({
            question_uuid: uuid,
            ...(options[0] && { options: [options[0].id] }),
          })),
          new_option: [{ question_uuid: survey.questions[1]?.uuid, name: 'Ruhe' }],
        },
      });
    expect(await get('ada', survey)).toMatchObject({ votes_count: 6 });
    expect(
      await Promise.all(
        ['idempotency_keys', 'audit_log', 'outbox'].map((name) => rowsOf(`select count(*) from ${name}`)),
      ),
    ).toEqual(before);
    await end(survey);
    await expect.poll(() => ear.events.length).toBe(1);
    expect(ear.events[0]?.payload).toEqual({ id: survey.id });
  });

  it('shows its results once, when it is over, so that nothing is left to subtract: neither numbers nor words [C-6.27] [C-6.22]', async () => {
    const survey = await sent();
    const nothing = { results_count: 0, counts: [null, null], texts: null };
    for (const [n, name] of VOTERS.slice(0, 9).entries()) {
      const own = await vote(name, survey, n % 2);
      for (const seen of [own, await get('ada', survey), await get('v11', survey)])
        expect(shownOf(seen), name).toEqual(nothing);
      expect((await get('v11', survey)).votes_count).toBe(0);
    }
    await vote('v0', survey, 1);
    await call('v1', 'DELETE', `surveys/${survey.id}/vote`);
    expect(shownOf(await get('ada', survey))).toEqual(nothing);
    await end(survey);
    for (const who of ['ada', 'v11'])
      expect(shownOf(await get(who, survey))).toMatchObject({ results_count: 8, counts: [4, 4] });
    expect(shownOf(await get('ada', survey)).texts).toBe(8);
  });

  it('says of fewer than five answers nothing to anybody, also when it is over: neither numbers nor words [C-6.27] [C-6.22]', async () => {
    const [one, four] = [await sent(), await sent()];
    await vote('v0', one, 0);
    for (const name of VOTERS.slice(0, 4)) await vote(name, four, 1);
    for (const survey of [one, four]) {
      await end(survey);
      for (const who of ['ada', 'v0', 'v9']) {
        const seen = await get(who, survey);
        expect(seen.is_over).toBe(true);
        expect(shownOf(seen), who).toEqual({ results_count: 0, counts: [null, null], texts: null });
      }
      const { body } = await call('ada', 'GET', `surveys/${survey.id}`);
      expect(JSON.stringify(body)).not.toContain('Wort von');
      const sheet = await fetch(`${server.url}/v1/channels/surveys/${survey.id}/export`, {
        headers: { authorization: `Bearer ${tokens.ada}` },
      });
      const said = JSON.stringify(
        await readXlsx(new Uint8Array(await sheet.arrayBuffer()), {
          entries: 100,
          budget: { left: 1e7, limit: 1e7 },
        }),
      );
      expect(said).toContain('5');
      expect(said).not.toContain('Wort von');
    }
  });

  it('gives its voters their answers back on any device while it runs, and nobody any more when it has ended [C-6.27] [C-7.79]', async () => {
    const survey = await sent();
    const own = await vote('v0', survey, 1);
    expect(own.questions.map(({ options, own_text }) => [options.map(({ is_chosen }) => is_chosen), own_text])).toEqual(
      [
        [[false, true], null],
        [[], 'Wort von v0'],
      ],
    );
    expect((await get('v1', survey)).questions[1]?.own_text).toBeNull();
    await shuffled(survey);
    const back = await call('v0', 'DELETE', `surveys/${survey.id}/vote`);
    expect(back.body.data).toMatchObject({ is_user_voted: false });
    expect(await rowsOf('select 1 from survey_votes where survey_id = $1', [survey.id])).toEqual([]);
    await vote('v0', survey, 0);
    const [secret] = await db()
      .selectFrom('survey_secrets')
      .select('salt')
      .where('survey_id', '=', survey.id)
      .execute();
    const questionIds = survey.questions.map(({ id }) => id);
    const tags = [...tagsOf(TEST_SECRET, secret?.salt ?? Buffer.of(), ids.v0 ?? 0, questionIds).values()];
    const found = () => rowsOf('select 1 from survey_votes where revoke_tag = any($1)', [tags]);
    expect(await found()).toHaveLength(2);
    await end(survey);
    // The server's secret and a copy of the salt lead to nobody any more.
    expect(await found()).toEqual([]);
    expect(await rowsOf('select 1 from survey_secrets where survey_id = $1', [survey.id])).toEqual([]);
    expect(
      await rowsOf('select 1 from survey_votes where survey_id = $1 and revoke_tag is not null', [survey.id]),
    ).toEqual([]);
    const over = await get('v0', survey);
    expect(over).toMatchObject({ is_user_voted: true });
    expect(over.questions[0]?.options.some(({ is_chosen }) => is_chosen)).toBe(false);
  });

  it('has another order and other ids as soon as it has ended, not only when the job has run [C-6.27]', async () => {
    const survey = await sent();
    for (const name of VOTERS) await vote(name, survey);
    const key = { school_id: school.id, id: survey.id };
    const tasks = surveyTasks({ database: { kysely: db() }, clock: server.clock });
    const trx = await db().startTransaction().execute();
    const stored = async () => {
      const { rows } = await sql<{ id: string; text: string }>`select id, text from survey_votes
        where survey_id = ${survey.id} and text is not null order by ctid`.execute(trx);
      return { ids: rows.map(({ id }) => id), texts: rows.map(({ text }) => text) };
    };
    const before = await stored();
    await endSurvey(trx, key, { is_anonymous: true }, tasks, server.clock.now());
    const after = await stored();
    await trx.rollback().execute();
    expect(after.texts.toSorted()).toEqual(before.texts.toSorted());
    expect(after.texts).not.toEqual(before.texts);
    expect(after.ids.filter((id) => before.ids.includes(id))).toEqual([]);
  });

  it('cannot name a voter, not even by mistake of the code: the database refuses it [C-6.27]', async () => {
    const survey = await sent();
    const values = { school_id: school.id, survey_id: survey.id, question_id: survey.questions[1]?.id ?? 0, text: 'x' };
    const insert = (more: object) =>
      db()
        .insertInto('survey_votes')
        .values({ ...values, is_anonymous: true, ...more })
        .execute();
    await expect(insert({ user_id: ids.v0 })).rejects.toThrow(/check/);
    await expect(insert({ is_anonymous: false, user_id: ids.v0 })).rejects.toThrow(/foreign key/);
    await vote('v0', survey);
    await expect(
      db().updateTable('surveys').set({ is_anonymous: false }).where('id', '=', survey.id).execute(),
    ).rejects.toThrow(/foreign key/);
  });

  it('lists who has answered without what, and its workbook holds totals only [C-6.27] [C-6.26] [C-7.81] [C-6.25]', async () => {
    const survey = await sent();
    for (const name of VOTERS.slice(0, 5)) await vote(name, survey, 0, '=1+1');
    await end(survey);
    const { body } = await call('ada', 'GET', `surveys/${survey.id}/voters?is_voted=1`);
    expect(body.data).toHaveLength(5);
    expect(body.data.every(({ answers }: { answers: unknown }) => answers === null)).toBe(true);
    const file = await fetch(`${server.url}/v1/channels/surveys/${survey.id}/export`, {
      headers: { authorization: `Bearer ${tokens.ada}` },
    });
    const sheets = await readXlsx(new Uint8Array(await file.arrayBuffer()), {
      entries: 100,
      budget: { left: 1e7, limit: 1e7 },
    });
    expect(sheets).toHaveLength(1);
    expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Frage', 'Antwort', 'Anzahl'],
      ['Geht es dir gut?', 'Ja', '5'],
      ['Geht es dir gut?', 'Nein', '0'],
      ['Was fehlt dir?', "'=1+1", '5'],
    ]);
    const few = await sent();
    await vote('v0', few);
    const small = await fetch(`${server.url}/v1/channels/surveys/${few.id}/export`, {
      headers: { authorization: `Bearer ${tokens.ada}` },
    });
    const [sheet] = await readXlsx(new Uint8Array(await small.arrayBuffer()), {
      entries: 100,
      budget: { left: 1e7, limit: 1e7 },
    });
    expect(JSON.stringify(sheet?.rows)).not.toContain('Wort von');
  });
});
