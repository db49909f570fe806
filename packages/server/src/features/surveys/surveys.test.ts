import { randomUUID } from 'node:crypto';
import type { Survey } from '@kreide/core/features/surveys';
import { readXlsx } from '@kreide/formats/tables';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { addParents, hear } from '../../../../../tests/support/chats.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { toVote } from '../../../../../tests/support/surveys.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const name of ['ada', 'ben', 'cem', 'dana']) {
    people[name] = await buildUser(db(), school.id, name, 'TEACHER');
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const done = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await call(who, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const question = (values: object = {}) => ({
  question: 'Wohin wandern wir?',
  options: [{ name: 'Wald' }, { name: 'See' }],
  ...values,
});
const TEXT = { question: 'Warum?', type: 'freetext', options: [] };
const make = (who: string, values: object = {}): Promise<Survey> =>
  done(who, 'POST', 'surveys', { questions: [question()], ...values });
const send = (who: string, { uuid: survey_uuid }: Survey, to = channel) =>
  done(who, 'POST', `chats/${to.chat_id}/messages/survey`, { uuid: randomUUID(), survey_uuid });
/** A survey of ada's in the channel. */
async function sent(values: object = {}): Promise<Survey> {
  const survey = await make('ada', values);
  await send('ada', survey);
  return survey;
}
const get = (who: string, { id }: Survey): Promise<Survey> => done(who, 'GET', `surveys/${id}`);
const vote = (who: string, survey: Survey, ...picks: (number[] | string)[]) =>
  call(who, 'PUT', `surveys/${survey.id}/vote`, toVote(survey, ...picks));
const voted = async (who: string, survey: Survey, ...picks: (number[] | string)[]): Promise<Survey> => {
  const { status, body } = await vote(who, survey, ...picks);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const countsOf = ({ questions }: Survey, at = 0) => questions[at]?.options.map(({ count }) => count);
const voters = async (who: string, { id }: Survey, query = '') =>
  (await call(who, 'GET', `surveys/${id}/voters${query}`)).body;

describe('a survey', () => {
  it('is made with all that was said, sent to a channel and answered there; its author sees results [C-1.06] [C-3.17] [C-3.18] [C-3.19] [C-3.20] [C-3.21] [C-7.74] [C-7.75] [C-7.49] [C-3.15] [C-3.16]', async () => {
    const survey = await make('ada', { questions: [question(), TEXT], expires_at: '2026-12-24T12:00:00.000Z' });
    expect(survey).toMatchObject({
      user_id: idOf('ada'),
      results_visibility: 'none',
      expires_at: '2026-12-24T12:00:00.000Z',
      channels: [],
      votes_count: 0,
      export_xlsx: `/v1/channels/surveys/${survey.id}/export`,
      can: { view: 1, vote: 0, end: 1, delete: 1, 'view-results': 1, evaluation: 1, export: 1 },
    });
    const wood = { name: 'Wald', count: 0, percentage: 0, is_chosen: false, has_user_option: false };
    expect(survey).toMatchObject({
      is_anonymous: false,
      has_translations: false,
      is_user_voted: false,
      is_over: false,
    });
    expect(survey.questions).toMatchObject([
      {
        question: 'Wohin wandern wir?',
        order: 0,
        key: 'q1',
        type: 'single',
        has_user_option: false,
        options: [wood, { name: 'See', count: 0 }],
      },
      { question: 'Warum?', order: 1, key: 'q2', type: 'freetext', options: [], texts: [] },
    ]);
    expect((await call('ben', 'GET', `surveys/${survey.id}`)).status).toBe(403);

    const message = await send('ada', survey);
    expect(message).toMatchObject({
      target_snapshot: { name: 'Wohin wandern wir?' },
      survey_form_id: survey.id,
      survey_uuid: survey.uuid,
      survey: { id: survey.id, channels: [{ id: channel.id }], participants_count: 2 },
      can: { edit: 0, delete: 1 },
    });
    const target = { target_type: 'surveys', target: { id: survey.id } };
    expect(message).toMatchObject({ type: 'MESSAGE', content: '', ...target });
    const [seen] = await done('ben', 'GET', `chats/${channel.chat_id}/messages`);
    expect(seen).toMatchObject({
      survey_uuid: survey.uuid,
      survey: { id: survey.id, is_user_voted: false, can: { vote: 1, end: 0, 'view-results': 0 } },
    });
    expect(await done('ben', 'GET', `chats/${channel.chat_id}/messages/${message.id}`)).toEqual(seen);

    expect(await voted('ben', survey, [0], ' Weil es nah ist ')).toMatchObject({ is_user_voted: true });
    await voted('cem', survey, [0], 'Weil es nah ist');
    const result = await get('ada', survey);
    expect(result).toMatchObject({ votes_count: 2, results_count: 2, participants_count: 2 });
    const shares = result.questions[0]?.options.map(({ count, percentage }) => [count, percentage]);
    expect(shares).toEqual([
      [2, 100],
      [0, 0],
    ]);
    expect(result.questions[1]).toMatchObject({ texts: [{ text: 'Weil es nah ist', count: 2 }], texts_count: 1 });
  });

  it('goes through its states: answered, answered otherwise, taken back, answered again, ended for good [C-4.23] [C-4.25] [C-4.28] [C-7.77] [C-7.78] [C-7.79]', async () => {
    const survey = await sent({ results_visibility: 'before' });
    expect((await voted('ben', survey, [0])).questions[0]?.options.map(({ is_chosen }) => is_chosen)).toEqual([
      true,
      false,
    ]);
    expect(countsOf(await voted('ben', survey, [1]))).toEqual([0, 1]);
    expect(await voted('ben', survey, [1])).toMatchObject({ votes_count: 1 });
    const back: Survey = await done('ben', 'DELETE', `surveys/${survey.id}/vote`);
    expect(back).toMatchObject({ is_user_voted: false, votes_count: 0, can: { vote: 1 } });
    expect(await done('ben', 'DELETE', `surveys/${survey.id}/vote`)).toMatchObject({ votes_count: 0 });
    await voted('ben', survey, [0]);
    expect(await done('ada', 'PUT', `surveys/${survey.id}/end`)).toMatchObject({
      is_over: true,
      can: { end: 0, vote: 0 },
    });
    expect(await done('ada', 'PUT', `surveys/${survey.id}/end`)).toMatchObject({ is_over: true });
    for (const answer of [await vote('cem', survey, [0]), await call('ben', 'DELETE', `surveys/${survey.id}/vote`)])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'survey_over']);
    expect(await get('ben', survey)).toMatchObject({ is_over: true, is_user_voted: true, votes_count: 1 });
    const message = { uuid: randomUUID(), survey_form_id: survey.id };
    expect((await call('ada', 'POST', `chats/${channel.chat_id}/messages/survey`, message)).status).toBe(409);
  });

  it('ends by itself at its time, to the moment [C-4.25]', async () => {
    const survey = await sent({ expires_at: '2026-11-18T10:00:00.000Z' });
    server.clock.set(new Date('2026-11-18T09:59:59.999Z'));
    await voted('ben', survey, [0]);
    server.clock.set(new Date('2026-11-18T10:00:00.000Z'));
    expect((await vote('cem', survey, [0])).body.error.code).toBe('survey_over');
    expect(await get('ben', survey)).toMatchObject({ is_over: true, can: { vote: 0 } });
    using ear = await hear(server.url, tokens.ben ?? '', ['survey.changed']);
    await passJobWaits(server.test.database.pool);
    const kept = () => db().selectFrom('surveys').select('ended_at').where('id', '=', survey.id);
    await expect.poll(async () => (await kept().executeTakeFirst())?.ended_at).not.toBeNull();
    await expect.poll(() => ear.events.map(({ payload }) => payload)).toEqual([{ id: survey.id }]);
  });

  it('takes one answer of each person, whoever presses twice at once [C-7.78]', async () => {
    const survey = await sent();
    const answers = await Promise.all([0, 1, 0, 1].map((n) => vote('ben', survey, [n])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const result = await get('ada', survey);
    expect(result.votes_count).toBe(1);
    expect(countsOf(result)?.reduce((all, count) => (all ?? 0) + (count ?? 0))).toBe(1);
  });

  it('shows counts to those who may see them and to nobody else: not in any answer [C-6.22] [C-6.23] [C-6.24]', async () => {
    const shown = async (visibility: string) => {
      const survey = await sent({
        results_visibility: visibility,
        questions: [question(), { ...TEXT, is_shared: true }],
      });
      await voted('cem', survey, [1], 'Darum');
      const before = await get('ben', survey);
      const after = await voted('ben', survey, [0], 'Nur so');
      const ofAuthor = await get('ada', survey);
      expect(countsOf(ofAuthor)).toEqual([1, 1]);
      for (const one of [before, after]) {
        const isShown = one.can['view-results'] === 1;
        expect(isShown ? one.votes_count : null).toBe(one.votes_count);
        const { options = [] } = one.questions[0] ?? {};
        expect(
          options.every(({ count, percentage }) => (count === null) === !isShown && (percentage === null) === !isShown),
        ).toBe(true);
        expect(JSON.stringify(one).includes('Darum')).toBe(isShown);
      }
      return [before.can['view-results'], after.can['view-results']];
    };
    expect(await shown('none')).toEqual([0, 0]);
    expect(await shown('after')).toEqual([0, 1]);
    expect(await shown('before')).toEqual([1, 1]);
  });

  it('takes own words where its author allows it, and shows them to others only where that is allowed too [C-3.24] [C-3.23]', async () => {
    const questions = [
      question({ has_user_option: true, type: 'multiple' }),
      question({ has_user_option: true, is_shared: true }),
      question(),
    ];
    const survey = await sent({ questions, results_visibility: 'before' });
    const [first] = survey.questions;
    expect(first?.options.map(({ name, has_user_option }) => [name, has_user_option])).toEqual([
      ['Wald', false],
      ['See', false],
      ['', true],
    ]);
    const body = toVote(survey, [0], 'Meer', [1]);
    body.new_option.push({ question_uuid: first?.uuid ?? '', name: 'Berge' });
    const own: Survey = await done('ben', 'PUT', `surveys/${survey.id}/vote`, body);
    expect(own.questions[0]).toMatchObject({
      own_text: 'Berge',
      texts: null,
      options: [{ is_chosen: true }, {}, { is_chosen: true, count: 1 }],
    });
    const other = await get('cem', survey);
    expect(other.questions.map(({ texts }) => texts)).toEqual([null, [{ text: 'Meer', count: 1 }], null]);
    expect((await get('ada', survey)).questions[0]?.texts).toEqual([{ text: 'Berge', count: 1 }]);
    const placeholder = toVote(survey, [2], [0], [1]);
    for (const wrong of [
      placeholder,
      toVote(survey, [0], [0, 1], [1]),
      toVote(survey, [0], [0]),
      toVote(survey, [0], [0], 'Meer'),
      toVote(survey, [0], '  ', [1]),
      toVote(survey, [0], 'x'.repeat(512), [1]),
      { ...toVote(survey, [0], [0], [1]), new_option: [{ question_uuid: randomUUID(), name: 'x' }] },
    ])
      expect((await call('ben', 'PUT', `surveys/${survey.id}/vote`, wrong)).status, JSON.stringify(wrong)).toBe(422);
    await voted('ben', survey, [0], 'x'.repeat(511), [1]);
  });

  it('that is wrong is refused at each field in words, at the edges of its limits [C-5.14] [C-5.15] [C-5.16] [C-5.17] [C-9.35]', async () => {
    const refused = async (values: object) => {
      const { status, body } = await call('ada', 'POST', 'surveys', { questions: [question()], ...values });
      expect(status).toBe(422);
      return body.error.issues.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`);
    };
    const many = (count: number) => Array.from({ length: count }, () => question());
    expect(await refused({ questions: many(21) })).toEqual(['body.questions questionsMax']);
    expect((await make('ada', { questions: many(20) })).questions).toHaveLength(20);
    expect(await refused({ questions: [question({ question: 'x'.repeat(512) })] })).toEqual([
      'body.questions.0.question questionMax',
    ]);
    await make('ada', { questions: [question({ question: '🎒'.repeat(511) })] });
    expect(await refused({ questions: [{ ...TEXT, question: ' ' }] })).toEqual([
      'body.questions.0.question questionRequired',
    ]);
    expect(await refused({ questions: [question({ options: [{ name: 'A' }, { name: 'a ' }] })] })).toEqual([
      'body.questions.0.options.1.name optionTwice',
    ]);
    expect(await refused({ expires_at: TEST_NOW })).toEqual(['body.expires_at expiresPast']);
    const survey = await sent({ questions: [TEXT] });
    expect((await vote('ben', survey, ' ')).body.error.issues[0]).toMatchObject({
      rule: 'answerRequired',
      message: expect.stringMatching(/beantworten/),
    });
    expect((await vote('ben', survey, 'x'.repeat(512))).body.error.issues[0]).toMatchObject({
      rule: 'answerMax',
      params: { maximum: 511 },
    });
    await voted('ben', survey, 'x'.repeat(511));
  });

  it('tells its author page by page who has answered what, and who has not [C-7.81] [C-2.117] [C-6.22]', async () => {
    const survey = await sent({ questions: [question(), TEXT] });
    await addParents(server, school.id, channel, 60);
    await voted('ben', survey, [1], 'Darum');
    const answered = await voters('ada', survey, '?is_voted=1');
    expect(answered.count).toBe(1);
    expect(answered.data).toMatchObject([
      {
        id: idOf('ben'),
        answers: [
          { options: ['See'], text: null },
          { options: [], text: 'Darum' },
        ],
      },
    ]);
    const open = await voters('ada', survey, '?is_voted=0');
    expect([open.count, open.data.length]).toEqual([61, 51]);
    expect((await voters('ada', survey, '?is_voted=0&page=2')).data).toHaveLength(11);
    expect(JSON.stringify(open)).not.toContain(`"id":${idOf('ada')},`);
    expect((await voters('ada', survey, '?is_voted=0&search=cem')).data).toMatchObject([
      { id: idOf('cem'), answers: null },
    ]);
    expect((await call('ben', 'GET', `surveys/${survey.id}/voters`)).status).toBe(403);
  });

  it('is saved as a workbook by its author: a column for each answer of a multiple choice, words as they were written, no formula [C-6.25] [C-3.17]', async () => {
    const name = '=HYPERLINK("x")';
    const multiple = question({
      type: 'multiple',
      question: '=1+1',
      options: [{ name }, { name: 'See' }],
      has_user_option: true,
    });
    const survey = await sent({ questions: [multiple, question(), TEXT] });
    const body = toVote(survey, [0], [1], '@SUM(A1)');
    body.new_option.push({ question_uuid: survey.questions[0]?.uuid ?? '', name: 'Meer' });
    await done('ben', 'PUT', `surveys/${survey.id}/vote`, body);
    await voted('cem', survey, [0, 1], [0], 'Darum');
    const read = async (who: string, method = 'GET') =>
      fetch(`${server.url}${survey.export_xlsx}`, { method, headers: { authorization: `Bearer ${tokens[who]}` } });
    expect((await read('ben')).status).toBe(403);
    const file = await read('ada');
    expect(file.headers.get('content-disposition')).toMatch(/attachment; filename="?amsel-2026-11-18-\d+\.xlsx/);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect((await read('ada', 'HEAD')).headers.get('content-length')).toBe(`${bytes.length}`);
    const [overview, answers] = await readXlsx(bytes, { entries: 100, budget: { left: 1e7, limit: 1e7 } });
    expect(overview?.rows.slice(1, 4).map(({ cells }) => cells)).toEqual([
      ["'=1+1", `'${name}`, '2'],
      ["'=1+1", 'See', '1'],
      ["'=1+1", 'Eigene Antwort', '1'],
    ]);
    const [head, ...rows] = answers?.rows.map(({ cells }) => cells) ?? [];
    expect(head).toEqual([
      'Person',
      `'=1+1: ${name}`,
      "'=1+1: See",
      "'=1+1: Eigene Antwort",
      'Wohin wandern wir?',
      'Warum?',
    ]);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['1', '0', 'Meer', 'See', "'@SUM(A1)"],
      ['1', '1', '', 'Wald', 'Darum'],
    ]);
  });

  it.each(['none', 'after'])('is told to those who see its results, %s [C-4.23]', async (results_visibility) => {
    const survey = await sent({ results_visibility });
    using author = await hear(server.url, tokens.ada ?? '', ['survey.']);
    using other = await hear(server.url, tokens.cem ?? '', ['survey.']);
    await voted('ben', survey, [0]);
    await expect.poll(() => author.events).toEqual([{ name: 'survey.changed', payload: { id: survey.id } }]);
    await call('ada', 'DELETE', `surveys/${survey.id}`);
    await expect.poll(() => other.events).toEqual([{ name: 'survey.removed', payload: { id: survey.id } }]);
  });

  it('is gone with all its answers when its author deletes it; the message says that there was one [C-7.76]', async () => {
    const survey = await sent();
    await voted('ben', survey, [0]);
    expect((await call('ada', 'DELETE', `surveys/${survey.id}`)).status).toBe(204);
    expect((await call('ada', 'GET', `surveys/${survey.id}`)).status).toBe(404);
    expect((await call('ben', 'PUT', `surveys/${survey.id}/vote`, toVote(survey, [0]))).status).toBe(404);
    const [message] = await done('ben', 'GET', `chats/${channel.chat_id}/messages`);
    expect(message).toMatchObject({ target_type: 'surveys', survey: null });
    for (const table of ['survey_votes', 'survey_participations'] as const)
      expect(await db().selectFrom(table).selectAll().where('survey_id', '=', survey.id).execute()).toEqual([]);
  });

  it('goes into a chat only by its author, only where they may write, once for each message [C-7.49] [C-6.20]', async () => {
    const survey = await sent();
    const there = (who: string, values: object, to = channel) =>
      call(who, 'POST', `chats/${to.chat_id}/messages/survey`, { uuid: randomUUID(), ...values });
    expect((await there('ben', { survey_uuid: survey.uuid })).status).toBe(403);
    expect((await there('ada', {})).status).toBe(422);
    expect((await there('ada', { survey_uuid: survey.uuid, survey_form_id: survey.id })).status).toBe(422);
    const members = { admins: [idOf('dana')], members: [idOf('ada')] };
    const elsewhere = await buildChannel(db(), school.id, members, { is_twoway: false });
    expect((await there('ada', { survey_uuid: survey.uuid }, elsewhere)).body.error.code).toBe('chat_oneway');
    expect((await vote('dana', survey, [0])).status).toBe(403);
    const uuid = randomUUID();
    const another = await make('ada');
    for (const _ of [1, 2]) await there('ada', { uuid, survey_form_id: another.id });
    expect(await done('ben', 'GET', `chats/${channel.chat_id}/messages`)).toHaveLength(2);
    await db().updateTable('channels').set({ is_disabled: true }).where('id', '=', channel.id).execute();
    expect((await vote('ben', survey, [0])).status).toBe(403);
  });

  it('takes back nothing with its message but the sight of it: the message carries it no more [C-3.15]', async () => {
    const survey = await make('ada');
    const { id } = await send('ada', survey);
    await done('ada', 'DELETE', `chats/${channel.chat_id}/messages/${id}`);
    const [message] = await done('ben', 'GET', `chats/${channel.chat_id}/messages`);
    expect(message).toMatchObject({ is_unset: true, target_type: null, survey_form_id: null });
    expect(message).toMatchObject({ survey_uuid: null, survey: null });
  });
});
