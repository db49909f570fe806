import type { NewsItem } from '@kreide/core/features/news';
import type { Survey } from '@kreide/core/features/surveys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { toVote } from '../../../../../tests/support/surveys.ts';

let server: TestServer;
let school: BuiltSchool;
let choir: number;
let band: number;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (name: string) => ids[name] as number;

/** Ada leads the choir of Ben and the band of Dana; Elif is a single receiver, Cem manages news. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'TEACHER'],
    ['cem', 'ADMIN'],
    ['dana', 'TEACHER'],
    ['elif', 'TEACHER'],
  ] as const) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  choir = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben')] })).id;
  band = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('dana')] })).id;
});
afterAll(() => server.stop());
beforeEach(() => server.clock.set(new Date(TEST_NOW)));
const inMinutes = (minutes: number) => new Date(Date.parse(TEST_NOW) + minutes * 60_000);

const DRAFT = {
  title: 'Concert',
  content: '<p>On Friday.</p>',
  publish_at: null as string | null,
  is_pinned: false,
  is_official: false,
  is_public: false,
};
type Values = Partial<typeof DRAFT> & { survey_form_id?: number | null; channels?: number[]; user_ids?: number[] };
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels${path}`, { token: tokens[who], body });
const survey = async (who = 'ada', values: object = {}): Promise<Survey> => {
  const questions = [{ question: 'Which song?', options: [{ name: 'Moon' }, { name: 'Sun' }] }];
  const { status, body, text } = await call(who, 'POST', '/surveys', { questions, ...values });
  expect(status, text).toBe(200);
  return body.data;
};
const create = (who: string, values: Values) =>
  call(who, 'POST', '/news', { ...DRAFT, channels: [choir], user_ids: [idOf('elif')], ...values });
const made = async (values: Values = {}): Promise<NewsItem> => {
  const { status, body, text } = await create('ada', { survey_form_id: (await survey()).id, ...values });
  expect(status, text).toBe(200);
  return body.data;
};
const update = async (who: string, { id, publish_at, updated_at }: NewsItem, values: Values = {}) =>
  call(who, 'PUT', `/news/${id}`, { ...DRAFT, publish_at, updated_at, ...values });
const changed = async (item: NewsItem, values: Values): Promise<NewsItem> =>
  (await update('ada', item, values)).body.data;
const seen = async (who: string, { id }: NewsItem): Promise<NewsItem> =>
  (await call(who, 'GET', `/news/${id}`)).body.data;
const surveyStatus = async (who: string, { id }: Pick<Survey, 'id'>) =>
  (await call(who, 'GET', `/surveys/${id}`)).status;
const vote = async (who: string, shown: Survey) => call(who, 'PUT', `/surveys/${shown.id}/vote`, toVote(shown, [0]));
const votersOf = async ({ id }: Survey, isVoted: 0 | 1) =>
  (await call('ada', 'GET', `/surveys/${id}/voters?is_voted=${isVoted}`)).body.data.map(
    ({ id: person }: { id: number }) => Object.keys(ids).find((name) => ids[name] === person),
  );
const carried = (item: NewsItem) => item.survey as Survey;

describe('the survey of a news item', () => {
  it('is answered by those who read it, in channels and on their own, and by nobody else [C-1.05] [C-3.25]', async () => {
    const item = await made();
    const keys = { survey_form_id: carried(item).id, survey_uuid: carried(item).uuid };
    expect(item).toMatchObject(keys);
    for (const who of ['ben', 'elif']) {
      const read = await seen(who, item);
      expect(read).toMatchObject({ ...keys, survey: { questions: [{ question: 'Which song?' }], can: { vote: 1 } } });
      expect((await vote(who, carried(read))).status).toBe(200);
    }
    const listed: NewsItem[] = (await server.request('GET', '/v1/users/self/feed/news', { token: tokens.elif })).body
      .data;
    expect(listed.find(({ id }) => id === item.id)?.survey).toMatchObject({ is_user_voted: true });
    expect(await votersOf(carried(item), 1)).toEqual(expect.arrayContaining(['ben', 'elif']));
    expect((await seen('ada', item)).survey).toMatchObject({ votes_count: 2, participants_count: 2 });
    expect(await surveyStatus('dana', carried(item))).toBe(403);
    expect((await vote('dana', carried(item))).status).toBe(403);
  });

  it('is not shown to who manages news and does not receive it; a change of theirs leaves it there', async () => {
    const item = await made();
    const managed = await seen('cem', item);
    expect(managed).toMatchObject({ survey: null, survey_form_id: item.survey_form_id, can: { update: 1 } });
    expect((await update('cem', managed, { title: 'Other' })).body.data.survey_form_id).toBe(item.survey_form_id);
    expect((await seen('ben', item)).survey).not.toBeNull();
    const stranger = await seen('ben', await made({ survey_form_id: null }));
    expect(stranger).toMatchObject({ survey: null, survey_form_id: null, survey_uuid: null });
  });

  it('goes with its readers: who receives it no more does not answer it, who is new does', async () => {
    const item = await made();
    expect((await vote('ben', carried(await seen('ben', item)))).status).toBe(200);
    const moved = await changed(item, { channels: [band], user_ids: [] });
    expect(await Promise.all(['ben', 'elif', 'dana'].map((who) => surveyStatus(who, carried(item))))).toEqual([
      403, 403, 200,
    ]);
    expect(await votersOf(carried(item), 0)).toEqual(['dana']);
    const named = await changed(moved, { channels: [band], user_ids: [idOf('ben')] });
    expect(await surveyStatus('ben', carried(item))).toBe(200);
    await call('ada', 'DELETE', `/news/${named.id}`);
    expect(await surveyStatus('ben', carried(item))).toBe(403);
    expect(await surveyStatus('ada', carried(item))).toBe(200);
    await call('ada', 'POST', `/news/${named.id}/restore`);
    expect(await surveyStatus('ben', carried(item))).toBe(200);
    const without = await changed(await seen('ada', named), { survey_form_id: null });
    expect(without).toMatchObject({ survey: null, survey_form_id: null });
    expect(await surveyStatus('ben', carried(item))).toBe(403);
  });

  it('opens when the item is published, and closes when it is put off [C-1.05]', async () => {
    const item = await made({ publish_at: inMinutes(5).toISOString() });
    expect(item.survey).toMatchObject({ can: { end: 1 } });
    expect(await surveyStatus('ben', carried(item))).toBe(403);
    server.clock.set(inMinutes(6));
    await passJobWaits(server.test.database.pool);
    await expect.poll(() => surveyStatus('ben', carried(item))).toBe(200);
    expect(await surveyStatus('elif', carried(item))).toBe(200);
    await changed(await seen('ada', item), { publish_at: '2026-11-19T12:00:00.000Z' });
    expect(await surveyStatus('ben', carried(item))).toBe(403);
  });

  it('is one of its author, which runs and was sent nowhere', async () => {
    const refusal = async (id: number, who = 'ada') => {
      const { status, body } = await create(who, { survey_form_id: id });
      return [status, body.error.issues?.[0]?.path ?? body.error.code];
    };
    const own = await survey();
    expect(await refusal((await survey('ben')).id)).toEqual([403, 'forbidden']);
    expect(await refusal(999_999)).toEqual([404, 'not_found']);
    const item = await made({ survey_form_id: own.id });
    const taken = [422, 'body.survey_form_id'];
    expect(await refusal(own.id)).toEqual(taken);
    await call('ada', 'DELETE', `/news/${item.id}`);
    expect(await refusal(own.id)).toEqual(taken);
    const ended = await survey();
    await call('ada', 'PUT', `/surveys/${ended.id}/end`);
    expect(await refusal(ended.id)).toEqual(taken);
    const sent = await survey();
    const { chat_id } = await buildChannel(db(), school.id, { admins: [idOf('ada')] });
    await call('ada', 'POST', `/chats/${chat_id}/messages/survey`, {
      uuid: crypto.randomUUID(),
      survey_form_id: sent.id,
    });
    expect(await refusal(sent.id)).toEqual(taken);
    const free = await survey();
    const both = await Promise.all([1, 2].map(() => create('ada', { survey_form_id: free.id })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is over at its time, and is not there any more when it was deleted; then there can be another', async () => {
    const item = await made({ survey_form_id: (await survey('ada', { expires_at: inMinutes(5).toISOString() })).id });
    server.clock.set(inMinutes(6));
    expect((await seen('ben', item)).survey).toMatchObject({ is_over: true, can: { vote: 0 } });
    expect((await vote('ben', carried(item))).body.error.code).toBe('survey_over');
    await call('ada', 'DELETE', `/surveys/${carried(item).id}`);
    for (const who of ['ada', 'ben'])
      expect(await seen(who, item)).toMatchObject({ survey: null, survey_form_id: null });
    const next = await survey();
    expect((await changed(await seen('ada', item), { survey_form_id: next.id })).survey_uuid).toBe(next.uuid);
    expect((await seen('ben', item)).survey?.uuid).toBe(next.uuid);
  });

  it('is found by its uuid, as addresses name it', async () => {
    const { uuid, id } = carried(await made());
    expect((await call('ben', 'GET', `/surveys/${uuid}`)).body.data.id).toBe(id);
    expect((await call('dana', 'GET', `/surveys/${uuid}`)).status).toBe(403);
    expect((await call('ben', 'GET', `/surveys/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await call('ben', 'GET', '/surveys/none')).status).toBe(422);
  });
});
