import type { Survey } from '@kreide/core/features/surveys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { toVote } from '../../../../../tests/support/surveys.ts';

let server: TestServer;
let channel: BuiltChannel;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const ids: number[] = [];
  for (const name of ['ada', 'ben', 'cem']) {
    ids.push((await buildUser(db, school.id, name, 'TEACHER')).id);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  channel = await buildChannel(db, school.id, { admins: ids.slice(0, 1), members: ids.slice(1) });
});
afterAll(() => server.stop());

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const done = async (who: string, method: string, path: string, body?: unknown) => {
  const answer = await call(who, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const QUESTION = { question: 'Wohin wandern wir?', options: [{ name: 'Wald' }, { name: 'See' }] };
const make = (): Promise<Survey> => done('ada', 'POST', 'surveys', { questions: [QUESTION] });

it('a survey goes with a text, a file and what it answers, in JSON and in a form, by its author alone [C-7.48]', async () => {
  const post = (who: string, body: unknown) => call(who, 'POST', `chats/${channel.chat_id}/messages`, body);
  const asked = (await post('ben', { content: 'Wohin?' })).body.data;
  const formOf = (survey: Survey) => {
    const form = new FormData();
    const fields = { content: 'Bitte antworten', reply_uuid: asked.uuid, survey_form_id: `${survey.id}` };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['Der Weg']), 'weg.txt');
    return form;
  };
  const survey = await make();
  const { status, body } = await post('ada', formOf(survey));
  expect(status, JSON.stringify(body)).toBe(200);
  const carried = { survey_uuid: survey.uuid, survey: { id: survey.id, channels: [{ id: channel.id }] } };
  const file = { content: 'Bitte antworten', file: { name: 'weg.txt' }, reply_uuid: asked.uuid };
  expect(body.data).toMatchObject({ ...carried, ...file });
  expect((await call('ben', 'PUT', `surveys/${survey.id}/vote`, toVote(survey, [0]))).status).toBe(200);
  const another = await make();
  expect((await post('ada', { survey_form_id: another.id })).body.data).toMatchObject({ survey: { id: another.id } });
  expect((await post('ben', formOf(another))).status).toBe(403);
  expect((await post('ada', { survey_form_id: 999999 })).status).toBe(404);
  await done('ada', 'PUT', `surveys/${another.id}/end`);
  expect((await post('ada', formOf(another))).body.error.code).toBe('survey_over');
  expect(await done('cem', 'GET', `chats/${channel.chat_id}/messages`)).toHaveLength(3);
});
