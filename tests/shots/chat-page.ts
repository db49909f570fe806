import { DEMO_PASSWORD } from '../../packages/server/src/demo/seed/found.ts';

/** A chat of the teacher with some of those whom they may write to. */
export async function chatPage(url: string): Promise<string> {
  const ask = async (method: string, path: string, body: object | null, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    return (await fetch(`${url}/v1/${path}`, { method, headers, body: body && JSON.stringify(body) })).json();
  };
  const credentials = { slink: 'demo', username: 'teacher', password: DEMO_PASSWORD, stayLoggedIn: false };
  const { access_token } = await ask('POST', 'auth/login', { ...credentials, is_native: true });
  const { data: people } = await ask('GET', 'channels/contacts', null, access_token);
  const users = (people as { id: number }[]).slice(0, 12).map(({ id }) => id);
  const draft = { name: 'Wandertag', description: null, color: null, users, is_twoway: true };
  const { data: channel } = await ask('POST', 'channels/start', draft, access_token);
  for (const content of ['Wir treffen uns am Freitag um 8 Uhr am Haupteingang.', 'Bitte feste Schuhe mitbringen.'])
    await ask(
      'POST',
      `channels/chats/${channel.chat_id}/messages`,
      { uuid: crypto.randomUUID(), content, reply_uuid: null },
      access_token,
    );
  return `/channels/${channel.id}/chat`;
}
