import { DEMO_PASSWORD } from '../../packages/server/src/demo/seed/found.ts';

// Pages whose address is known once something was made.

/** The page of the first public item. */
export async function newsPage(url: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/v1/public/news/demo`)).json()) as { data: { news: { url: string }[] } };
  return new URL(data.news[0]?.url ?? '/', url).pathname;
}

/** The registration of a new pupil, for whom the administrator makes a code. */
export async function registrationPage(url: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return (await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const credentials = { slink: 'demo', username: 'admin', password: DEMO_PASSWORD, stayLoggedIn: false };
  const { access_token } = (await post('auth/login', { ...credentials, is_native: true })) as { access_token: string };
  const newcomer = { firstname: 'Nika', lastname: 'Neubauer', type: 'STUDENT', grade_id: null };
  const { data } = (await post('activationkeys/people', newcomer, access_token)) as { data: { code: string } };
  return `/demo/register/activate/${data.code}`;
}

/** How somebody of the demo asks for more. */
export async function askingAs(url: string, username: string) {
  const ask = async (method: string, path: string, body: object | null, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${url}/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
    return answer.status === 204 ? null : answer.json();
  };
  const credentials = { slink: 'demo', username, password: DEMO_PASSWORD, stayLoggedIn: false };
  const { access_token } = await ask('POST', 'auth/login', { ...credentials, is_native: true });
  return (method: string, path: string, body: object | null) => ask(method, path, body, access_token);
}

/** A channel of the teacher with some of those whom they may write to, and how more is asked for. */
export async function channelOf(url: string) {
  const ask = await askingAs(url, 'teacher');
  const { data: people } = await ask('GET', 'channels/contacts', null);
  const users = (people as { id: number }[]).slice(0, 12).map(({ id }) => id);
  const draft = { name: 'Wandertag', description: null, color: null, users, is_twoway: true };
  const { data: channel } = await ask('POST', 'channels/start', draft);
  return { channel, post: (path: string, body: object) => ask('POST', `channels/${path}`, body) };
}

/** A chat of the teacher. */
export async function chatPage(url: string): Promise<string> {
  const { channel, post } = await channelOf(url);
  for (const content of ['Wir treffen uns am Freitag um 8 Uhr am Haupteingang.', 'Bitte feste Schuhe mitbringen.'])
    await post(`chats/${channel.chat_id}/messages`, { uuid: crypto.randomUUID(), content, reply_uuid: null });
  return `/channels/${channel.id}/chat`;
}

/** A chat of a class as it has been going on. */
export async function classChatPage(url: string): Promise<string> {
  const ask = await askingAs(url, 'student');
  const { data } = await ask('GET', 'users/self/channels?type=GENERATED', null);
  const talking = (data as { id: number; is_twoway: boolean }[]).find(({ is_twoway }) => is_twoway);
  return `/channels/${talking?.id}/chat`;
}

/** Where the content of a class goes in the new school year. */
export async function contentMovePage(url: string): Promise<string> {
  const [path] = (await classChatPage(url)).split('/chat');
  return `${path}/content-move`;
}

/** An item to confirm for people who have the app, and for others. */
export async function confirmableNewsPage(url: string): Promise<string> {
  const { channel, post } = await channelOf(url);
  const { data } = await post('news', {
    title: 'Wandertag am Freitag',
    publish_at: null,
    channels: [channel.id],
    is_confirmable: true,
    content:
      '<p>Wir treffen uns um 8 Uhr am Haupteingang.</p><p>Bitte feste Schuhe und etwas zu trinken mitbringen.</p>',
    is_pinned: false,
    is_official: false,
    is_public: false,
  });
  return `/news/${data.id}`;
}

/** Whom nothing reaches with it. */
export const unreachedNewsPage = async (url: string): Promise<string> => `${await confirmableNewsPage(url)}/unreached`;

/** Where a conference of a channel begins. */
export async function startConferencePage(url: string): Promise<string> {
  return `/channels/${(await channelOf(url)).channel.id}/start-conference`;
}

/** Before joining a conference. */
export async function joinConferencePage(url: string): Promise<string> {
  const { channel, post } = await channelOf(url);
  const { data } = await post(`${channel.id}/conferences`, { has_lobby: false });
  return `/channels/${channel.id}/join-conference/${data.uuid}`;
}

/** After a conference that one was in. */
export async function endedConferencePage(url: string): Promise<string> {
  const path = await joinConferencePage(url);
  const { post } = await channelOf(url);
  const [, , id, , uuid] = path.split('/');
  await post(`${id}/conferences/${uuid}/join`, { connection: crypto.randomUUID(), media: 'sound' });
  await post(`${id}/conferences/${uuid}/end-conference`, {});
  return path;
}

/** A chat of the teacher with a survey that they have answered themselves. */
export async function surveyPage(url: string): Promise<string> {
  const ask = await askingAs(url, 'teacher');
  const { data: people } = await ask('GET', 'channels/contacts', null);
  const users = (people as { id: number }[]).slice(0, 12).map(({ id }) => id);
  const draft = { name: 'Sommerfest', description: null, color: null, users, is_twoway: true };
  const { data: channel } = await ask('POST', 'channels/start', draft);
  const send = async (values: object) => {
    const { data: survey } = await ask('POST', 'channels/surveys', values);
    const body = { uuid: crypto.randomUUID(), survey_form_id: survey.id };
    await ask('POST', `channels/chats/${channel.chat_id}/messages/survey`, body);
    return survey as { id: number; questions: { uuid: string; options: { id: number }[] }[] };
  };
  const names = ['Freitagnachmittag', 'Samstagvormittag', 'Samstagabend mit anschließendem Lagerfeuer'];
  const { id, questions } = await send({
    questions: [{ question: 'Wann soll das Sommerfest stattfinden?', options: names.map((name) => ({ name })) }],
    results_visibility: 'after',
  });
  const votes = questions.map(({ uuid, options }) => ({ question_uuid: uuid, options: [options[1]?.id] }));
  await ask('PUT', `channels/surveys/${id}/vote`, { votes, new_option: [] });
  await send({
    questions: ['Essen', 'Musik', 'Spiele', 'Aufbau', 'Abbau'].map((question) => ({ question, type: 'freetext' })),
  });
  return `/channels/${channel.id}/chat`;
}

/** The form of the demo school, which the administrator opens to parents. */
export async function applyPage(url: string): Promise<string> {
  const ask = await askingAs(url, 'admin');
  const { data } = await ask('GET', 'users/self', null);
  const page = {
    is_open: true,
    content: '<p>Wir freuen uns auf euch. Der Tag der offenen Tür ist am Freitag.</p>',
    updated_at: null,
  };
  await ask('PUT', `schools/${data.school.id}/application-pages/parent`, page);
  return `/school/page/info/parent/${data.school.uuid}/register`;
}

/** What a pupil finds wrong in the chat of their class, at a school that lets them report it. */
export async function reportsPage(url: string): Promise<string> {
  const [admin, student] = [await askingAs(url, 'admin'), await askingAs(url, 'student')];
  const { data: self } = await admin('GET', 'users/self', null);
  const settings = { channels: true, pupils: true, parents: true, basic_admin_content_moderation: true };
  await admin('PUT', `schools/${self.school.id}/channels`, settings);
  const { data: channels } = await student('GET', 'users/self/channels?type=GENERATED', null);
  const talking = (channels as { chat_id: number; is_twoway: boolean }[]).find(({ is_twoway }) => is_twoway);
  const { data: own } = await student('GET', 'users/self', null);
  const { data } = await student('GET', `channels/chats/${talking?.chat_id}/messages`, null);
  const others = (data as { id: number; user_id: number; is_unset: boolean }[]).filter(
    ({ user_id, is_unset }) => user_id !== own.id && !is_unset,
  );
  for (const [place, text] of ['Das ist gemein.', 'So reden wir nicht miteinander.'].entries())
    await student('POST', `channels/chats/${talking?.chat_id}/messages/${others[place]?.id}/report`, { text });
  return `/management/${self.school.uuid}/reports`;
}
