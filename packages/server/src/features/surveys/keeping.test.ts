import { randomUUID } from 'node:crypto';
import type { Survey } from '@kreide/core/features/surveys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { toVote } from '../../../../../tests/support/surveys.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem']) {
    ids[name] = (await buildUser(db(), school.id, name, 'TEACHER')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  channel = await buildChannel(db(), school.id, { members: [ids.ada ?? 0, ids.ben ?? 0, ids.cem ?? 0] });
});
afterAll(() => server.stop());

const done = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
async function sent(who: string, values: object = {}): Promise<Survey> {
  const questions = [
    { question: 'Wohin?', options: [{ name: 'Wald' }, { name: 'See' }] },
    { question: 'Warum?', type: 'freetext' },
  ];
  const survey = await done(who, 'POST', 'surveys', { questions, ...values });
  await done(who, 'POST', `chats/${channel.chat_id}/messages/survey`, {
    uuid: randomUUID(),
    survey_form_id: survey.id,
  });
  return survey;
}
const vote = (who: string, survey: Survey) =>
  done(who, 'PUT', `surveys/${survey.id}/vote`, toVote(survey, [1], 'Darum'));
function feature() {
  const found = server.server.features.all.find(({ tasks = [] }) => tasks.some(({ name }) => name === 'surveys:end'));
  if (!found) throw new Error('no feature of surveys');
  return found;
}
const erase = (who: string) =>
  db()
    .transaction()
    .execute(async (trx) =>
      feature().erase?.(trx, { school_id: school.id, user_id: ids[who] ?? 0 }, new Date('2026-11-18T08:00:00Z')),
    );
const endedOf = async ({ id }: Survey) =>
  (await db().selectFrom('surveys').select(['ended_at', 'user_id']).where('id', '=', id).executeTakeFirst()) ?? null;

it('names to its readers the channels that they are in, and all of them to its author [C-6.42]', async () => {
  const survey = await sent('cem');
  const elsewhere = await buildChannel(db(), school.id, { members: [ids.cem ?? 0, ids.ada ?? 0] });
  const body = { uuid: randomUUID(), survey_form_id: survey.id };
  await done('cem', 'POST', `chats/${elsewhere.chat_id}/messages/survey`, body);
  const channelsOf = async (who: string) =>
    ((await done(who, 'GET', `surveys/${survey.id}`)) as Survey).channels.map(({ id }) => id).sort((a, b) => a - b);
  const both = [channel.id, elsewhere.id].sort((a, b) => a - b);
  expect(await channelsOf('cem')).toEqual(both);
  expect(await channelsOf('ada')).toEqual(both);
  expect(await channelsOf('ben')).toEqual([channel.id]);
});

it('an answer that waits while its survey is being ended is not taken any more [C-4.25]', async () => {
  const survey = await sent('cem');
  let answer: ReturnType<TestServer['request']> | null = null;
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable('surveys').set({ ended_at: '2026-11-18T09:10:00Z' }).where('id', '=', survey.id).execute();
      const path = `/v1/channels/surveys/${survey.id}/vote`;
      answer = server.request('PUT', path, { token: tokens.ben, body: toVote(survey, [1], 'Darum') });
      const waiting = () =>
        server.test.database.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%"surveys"%'`,
        );
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    });
  const refused = await (answer as ReturnType<TestServer['request']> | null);
  expect(refused?.body.error.code).toBe('survey_over');
  expect(await db().selectFrom('survey_votes').select('id').where('survey_id', '=', survey.id).execute()).toEqual([]);
});

it('where a backup has left out what finds answers to an anonymous survey, it goes on, says that those there are stand, and counts none twice [C-6.27]', async () => {
  const survey = await sent('cem', { is_anonymous: true, results_visibility: 'before' });
  await vote('ada', survey);
  await db().deleteFrom('survey_secrets').where('survey_id', '=', survey.id).execute();
  const seen = await done('ada', 'GET', `surveys/${survey.id}`);
  expect(seen).toMatchObject({ is_user_voted: true, is_over: false, can: { vote: 0, view: 1 } });
  for (const method of ['PUT', 'DELETE']) {
    const body = method === 'PUT' ? toVote(survey, [0], 'Doch nicht') : undefined;
    const path = `/v1/channels/surveys/${survey.id}/vote`;
    expect((await server.request(method, path, { token: tokens.ada, body })).status, method).toBe(403);
  }
  await vote('ben', survey);
  expect((await done('ben', 'GET', `surveys/${survey.id}`)).can.vote).toBe(1);
  await done('ben', 'PUT', `surveys/${survey.id}/vote`, toVote(survey, [0], 'Doch nicht'));
  await done('ben', 'DELETE', `surveys/${survey.id}/vote`);
  await done('cem', 'PUT', `surveys/${survey.id}/end`);
  const votes = await db().selectFrom('survey_votes').select('revoke_tag').where('survey_id', '=', survey.id).execute();
  expect(votes).toEqual([{ revoke_tag: null }, { revoke_tag: null }]);
  const own = await db().selectFrom('surveys').select('votes_count').where('id', '=', survey.id).executeTakeFirst();
  expect(own?.votes_count).toBe(1);
});

it('one that was sent nowhere goes after thirty days, one that a news item carries or somebody has got does not', async () => {
  const questions = [{ question: 'Wohin?', options: [{ name: 'Wald' }, { name: 'See' }] }];
  const unsent = await done('cem', 'POST', 'surveys', { questions, is_anonymous: true });
  const carried = await done('cem', 'POST', 'surveys', { questions });
  const kept = await sent('cem');
  const now = server.clock.now();
  await db()
    .insertInto('news')
    .values({
      school_id: school.id,
      title: 'x',
      content: 'x',
      content_rendered: 'x',
      excerpt: 'x',
      publish_at: '2027-06-01T08:00:00Z',
      survey_id: carried.id,
    })
    .execute();
  const after = (days: number, more = 0) => new Date(now.getTime() + days * 86_400_000 + more);
  const thereAre = async () =>
    (await db().selectFrom('surveys').select('id').where('id', 'in', [unsent.id, carried.id, kept.id]).execute()).map(
      ({ id }) => id,
    );
  const prune = (at: Date) => feature().prune?.unsent_surveys?.(at);
  expect(await prune(after(30))).toBe(0);
  expect((await thereAre()).length).toBe(3);
  expect(await prune(after(30, 1))).toBe(1);
  expect(await thereAre()).toEqual([carried.id, kept.id]);
  for (const table of ['survey_questions', 'survey_secrets'] as const)
    expect(await db().selectFrom(table).select('survey_id').where('survey_id', '=', unsent.id).execute()).toEqual([]);
});

describe('what is kept about surveys', () => {
  it('is in the archive of a person: what they asked, what they answered under their name, of an anonymous one only that they did [D-6.08] [C-6.27]', async () => {
    const [named, hidden] = [await sent('ada'), await sent('ada', { is_anonymous: true })];
    for (const survey of [named, hidden]) await vote('ben', survey);
    const person = { school_id: school.id, user_id: ids.ben ?? 0 };
    const data = feature().personalData ?? {};
    const read = async (table: keyof typeof data, who = person) =>
      data[table]?.(db(), who, ((key: string) => key) as never);
    expect(await read('survey_votes')).toEqual([
      { title: 'Wohin?', text: 'See' },
      { title: 'Warum?', text: 'Darum' },
    ]);
    expect(await read('survey_participations')).toEqual([{ text: 'Wohin?' }, { text: 'Wohin?' }]);
    expect(await read('surveys', { ...person, user_id: ids.ada ?? 0 })).toHaveLength(4);
    expect(await read('surveys')).toEqual([]);
  });

  it('goes with a person who is erased; surveys of their own end and lose what leads to their voters [P-6.13] [C-6.27]', async () => {
    const named = await sent('ada', { results_visibility: 'before' });
    const own = await sent('cem', { is_anonymous: true });
    for (const survey of [named, own]) await vote('cem', survey);
    await vote('ben', own);
    await erase('cem');
    expect(await done('ada', 'GET', `surveys/${named.id}`)).toMatchObject({ votes_count: 0, is_over: false });
    expect(
      await db()
        .selectFrom('survey_votes')
        .select('id')
        .where('user_id', '=', ids.cem ?? 0)
        .execute(),
    ).toEqual([]);
    expect(
      await db()
        .selectFrom('survey_participations')
        .selectAll()
        .where('user_id', '=', ids.cem ?? 0)
        .execute(),
    ).toEqual([]);
    expect(await endedOf(own)).toEqual({ user_id: null, ended_at: expect.any(String) });
    expect(await db().selectFrom('survey_secrets').selectAll().where('survey_id', '=', own.id).execute()).toEqual([]);
    const left = await db().selectFrom('survey_votes').select('revoke_tag').where('survey_id', '=', own.id).execute();
    expect(left.map(({ revoke_tag }) => revoke_tag)).toEqual([null, null, null, null]);
  });

  it('ends at night at the latest when its time is over, should its job have been lost [C-4.25] [C-6.27]', async () => {
    const survey = await sent('ada', { expires_at: '2026-11-19T09:00:00.000Z', is_anonymous: true });
    await server.test.database.pool.query(
      `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'surveys:end'`,
    );
    const now = new Date('2026-11-19T09:00:00.000Z');
    expect(await feature().prune?.surveys?.(new Date(now.getTime() - 1))).toBe(0);
    server.clock.set(now);
    expect(await feature().prune?.surveys?.(now)).toBe(1);
    await passJobWaits(server.test.database.pool);
    await expect.poll(async () => (await endedOf(survey))?.ended_at).toBe(now.toISOString());
    expect(await db().selectFrom('survey_secrets').selectAll().where('survey_id', '=', survey.id).execute()).toEqual(
      [],
    );
  });
});
