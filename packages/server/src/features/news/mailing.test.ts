import type { NewsItem, NewsReaderRow } from '@kreide/core/features/news';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../tests/support/mail-server.ts';
import { jobsDone } from '../../../../../tests/support/notifications.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { MAILS_PER_ROUND } from './mailing.ts';

let mailbox: MailServer;
let server: TestServer;
let school: BuiltSchool;
let choir = 0;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', cem: 'ADMIN', dana: 'STUDENT', finn: 'PARENT', gul: 'PARENT', hana: 'PARENT' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;
const run = (sql: string, values: unknown[] = []) => server.test.database.pool.query(sql, values);

/** Ada leads the choir. Dana has the app; Finn, Gul and Hana never signed in; Hana has no address. */
beforeAll(async () => {
  mailbox = await startMailServer();
  server = await startTestServer({
    env: { KREIDE_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, KREIDE_MAIL_FROM: 'kreide@school.example' },
  });
  school = await buildSchool(db(), 'amsel', { name: 'Amselschule' });
  for (const [name, role] of Object.entries(NAMES)) ids[name] = (await buildUser(db(), school.id, name, role)).id;
  const members = (['dana', 'finn', 'gul', 'hana'] as const).map(idOf);
  choir = (await buildChannel(db(), school.id, { admins: [idOf('ada')], members })).id;
});
afterAll(async () => {
  await server.stop();
  await mailbox[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await run('delete from graphile_worker._private_jobs where locked_by is null');
  await jobsDone(server);
  for (const table of ['news', 'mails', 'sessions', 'sign_in_failures']) await run(`delete from ${table}`);
  await run("update users set locale = null, is_locked = false, email = username || '@home.example'");
  await run("update users set email = null where username = 'hana'");
  server.clock.set(new Date(TEST_NOW));
  for (const name of ['ada', 'cem', 'dana']) tokens[name] = await signIn(server, 'amsel', name);
  mailbox.received.length = 0;
});

const DRAFT = {
  title: 'Concert & more',
  content: '<p>On Friday.</p>',
  publish_at: null as string | null,
  is_notifiable: true,
  is_pinned: false,
  is_official: false,
  is_public: false,
  is_confirmable: true,
};
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function made(values: Partial<typeof DRAFT> & { channels?: number[] } = {}): Promise<NewsItem> {
  const { status, body, text } = await call('ada', 'POST', '/channels/news', {
    ...DRAFT,
    channels: [choir],
    ...values,
  });
  expect(status, text).toBe(200);
  await pass();
  return body.data;
}
/** Everything that waits is done. */
async function pass(): Promise<void> {
  await jobsDone(server);
  await passJobWaits(server.test.database.pool);
  await jobsDone(server);
}
const namesOf = async ({ id }: NewsItem, group: string, who = 'ada') =>
  ((await call(who, 'GET', `/channels/news/${id}/readers?group=${group}`)).body.data as NewsReaderRow[]).map(
    ({ displayname }) => displayname.split(' ')[0],
  );
const rowOf = async ({ id }: NewsItem, group: string) =>
  (await call('ada', 'GET', `/channels/news/${id}/readers?group=${group}`)).body.data[0] as NewsReaderRow;
const counted = async ({ id }: NewsItem) =>
  (await call('ada', 'GET', `/channels/news/${id}`)).body.data.meta.statistics.confirmed;

/** The link of the mail to somebody, as a path. */
function linkOf(name: string): string {
  const mail = mailbox.received.find(({ to }) => to === `${name}@home.example`);
  const [link] = /\/confirm-news\/[\w-]+/.exec(mail?.mail.text ?? '') ?? [];
  if (!link) throw new Error('no link');
  return link;
}
const tokenOf = (name: string) => linkOf(name).split('/').at(-1) as string;
const open = (path: string, method = 'GET', language = 'de') =>
  fetch(`${server.url}${path}`, { method, headers: { 'accept-language': language } });
const press = (token: string) =>
  fetch(`${server.url}/confirm-news`, { method: 'POST', body: new URLSearchParams({ token }) });
const confirmations = async () =>
  (await run('select user_id, via, entered_by from news_confirmations order by user_id')).rows;

describe('an item that is deleted', () => {
  it('takes the mails with it that have not been sent, and sends them anew when it is brought back [C-4.33] [D-6.04]', async () => {
    mailbox.refuse('finn@home.example', 451);
    const item = await made();
    const waiting = async () =>
      (await run("select uuid from mails where kind = 'news' and state = 'WAITING'")).rowCount;
    expect(await waiting()).toBe(1);
    expect((await call('ada', 'DELETE', `/channels/news/${item.id}`)).status).toBe(204);
    expect(await waiting()).toBe(0);
    expect((await call('ada', 'POST', `/channels/news/${item.id}/restore`)).status).toBe(200);
    await call('ada', 'POST', `/channels/news/${item.id}/notify`);
    await pass();
    expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual(['finn@home.example', 'gul@home.example']);
  });
});

describe('an item that is to be confirmed', () => {
  it('comes as a mail to those alone who are not in the app and have an address, in their language [D-6.04]', async () => {
    await run("update users set locale = 'en' where username = 'gul'");
    const item = await made();
    expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual(['finn@home.example', 'gul@home.example']);
    const [finn, gul] = ['finn', 'gul'].map(
      (name) => mailbox.received.find(({ to }) => to === `${name}@home.example`)?.mail,
    );
    expect(finn?.subject).toBe('Bitte bestätigen: Concert & more');
    expect(finn?.text).toContain('ada of 1 hat dir etwas mitgeteilt');
    expect(gul?.subject).toBe('Please confirm: Concert & more');
    for (const mail of [finn, gul]) expect(`${mail?.text}${mail?.html}`).not.toContain('On Friday');
    expect(tokenOf('finn')).not.toBe(tokenOf('gul'));
    expect(tokenOf('finn')).toMatch(/^[\w-]{43}$/);
    const { rows } = await run('select state, sent_at, expires_at, encode(token_hash, $1) as hash from news_mails', [
      'hex',
    ]);
    expect(rows).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(rows[0].sent_at).not.toBeNull();
    expect(JSON.stringify(rows)).not.toContain(tokenOf('finn'));
    expect(await namesOf(item, 'open')).toEqual(['dana', 'finn', 'gul']);
    expect(await namesOf(item, 'unreached')).toEqual(['hana']);
  });

  it('comes once to each: not with a change, and with a reminder only to those who came since [D-6.04]', async () => {
    const item = await made();
    await call('cem', 'PUT', `/channels/news/${item.id}/pin`, { is_pinned: true });
    await run("update users set email = 'hana@home.example' where username = 'hana'");
    await pass();
    expect(mailbox.received).toHaveLength(2);
    expect((await call('ada', 'POST', `/channels/news/${item.id}/notify`)).status).toBe(200);
    await pass();
    expect(mailbox.received.map(({ to }) => to).slice(2)).toEqual(['hana@home.example']);
  });

  it('comes to nobody when it need not be confirmed, is to call nobody, or is still to come [D-6.04]', async () => {
    await made({ is_confirmable: false });
    await made({ is_notifiable: false });
    expect(mailbox.received).toHaveLength(0);
    const at = new Date(Date.parse(TEST_NOW) + 3_600_000).toISOString();
    await call('ada', 'POST', '/channels/news', { ...DRAFT, channels: [choir], publish_at: at });
    await jobsDone(server);
    expect(mailbox.received).toHaveLength(0);
    server.clock.set(new Date(at));
    await pass();
    await expect.poll(() => mailbox.received.length).toBe(2);
  });

  it('goes out in rounds with a pause between them [D-6.04]', async () => {
    const crowd = await Promise.all(
      Array.from({ length: MAILS_PER_ROUND + 3 }, (_, at) => buildUser(db(), school.id, `crowd${at}`, 'PARENT')),
    );
    await run("update users set email = username || '@home.example' where username like 'crowd%'");
    const members = crowd.map(({ id }) => id);
    const { id } = await buildChannel(db(), school.id, { admins: [idOf('ada')], members });
    await call('ada', 'POST', '/channels/news', { ...DRAFT, channels: [id] });
    await jobsDone(server);
    expect(mailbox.received).toHaveLength(MAILS_PER_ROUND);
    await pass();
    expect(new Set(mailbox.received.map(({ to }) => to)).size).toBe(members.length);
    expect(mailbox.received).toHaveLength(members.length);
  });

  it('whose mail is refused shows that, and puts the person on the list for paper [D-6.04]', async () => {
    mailbox.refuse('finn@home.example', 550);
    const item = await made();
    expect(await namesOf(item, 'open')).toEqual(['dana', 'gul']);
    expect(await namesOf(item, 'unreached')).toEqual(['finn', 'hana']);
    expect(await rowOf(item, 'unreached')).toMatchObject({ mail: 'bounced' });
  });
});

describe('the page of a link', () => {
  it('shows school, title and sender and changes nothing, however often it is opened [D-6.04]', async () => {
    await made();
    for (const method of ['HEAD', 'GET', 'GET']) {
      const answer = await open(linkOf('finn'), method);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      const page = await answer.text();
      if (method === 'HEAD') continue;
      for (const text of ['Amselschule', 'Concert &amp; more', 'ada of 1', '<meta name="robots" content="noindex">'])
        expect(page).toContain(text);
      expect(page.match(/<button/g)).toHaveLength(1);
      expect(page).not.toContain('On Friday');
      expect(page).not.toContain('<script');
    }
    expect(await confirmations()).toEqual([]);
  });

  it('confirms by its button for that person alone, and pressed again it does no harm [D-6.04]', async () => {
    const item = await made();
    const done = await press(tokenOf('finn'));
    expect([done.status, (await done.text()).includes('Danke, das ist bestätigt.')]).toEqual([200, true]);
    server.clock.advance(60_000);
    expect((await press(tokenOf('finn'))).status).toBe(200);
    expect(await confirmations()).toEqual([{ user_id: idOf('finn'), via: 'mail', entered_by: null }]);
    expect(await counted(item)).toMatchObject({ total: 4, current: 1, open: 3 });
    expect(await namesOf(item, 'confirmed')).toEqual(['finn']);
    expect(await rowOf(item, 'confirmed')).toMatchObject({
      via: 'mail',
      confirmed_at: new Date(TEST_NOW).toISOString(),
    });
    expect(await (await open(linkOf('finn'))).text()).toContain('Schon bestätigt:');
  });

  it('speaks the language of its receiver, and one that is wrong that of the browser [D-6.04]', async () => {
    await run("update users set locale = 'tr' where username = 'gul'");
    await made();
    expect(await (await open(linkOf('gul'), 'GET', 'fr')).text()).toMatch(/<html lang="tr"[\s\S]*Okudum/);
    const wrong = await open(`/confirm-news/${'x'.repeat(43)}`, 'GET', 'it');
    expect(wrong.status).toBe(404);
    // No school is known of a wrong link: the app leads on.
    expect(await wrong.text()).toMatch(
      /<html lang="it"[\s\S]*<a href="\/">[^<]+<\/a><\/header>[\s\S]*Questo link non conferma nulla/,
    );
  });

  it('says so in words when the link is over, or nothing is to be confirmed any more [D-6.04]', async () => {
    const item = await made();
    const token = tokenOf('finn');
    const isBad = async () => {
      const [seen, pressed] = [await open(linkOf('finn')), await press(token)];
      expect(await pressed.text()).toContain('Dieser Link bestätigt nichts');
      expect(await seen.text()).not.toContain('Concert');
      return seen.status === 404 && pressed.status === 404;
    };
    const HOURS = 3_600_000;
    server.clock.set(new Date(Date.parse(TEST_NOW) + 60 * 24 * HOURS));
    expect(await isBad()).toBe(true);
    server.clock.set(new Date(Date.parse(TEST_NOW) + 60 * 24 * HOURS - 1000));
    expect((await open(linkOf('finn'))).status).toBe(200);
    await run('update news set is_confirmable = false');
    expect(await isBad()).toBe(true);
    await run('update news set is_confirmable = true, deleted_at = now()');
    expect(await isBad()).toBe(true);
    await run("update news set deleted_at = null, publish_at = publish_at + interval '90 days'");
    expect(await isBad()).toBe(true);
    await run("update news set publish_at = publish_at - interval '90 days'");
    for (const [closed, opened] of [
      ['is_locked = true', 'is_locked = false'],
      ["state = 'DEACTIVATED'", 'state = default'],
    ]) {
      await run(`update schools set ${closed} where id = $1`, [school.id]);
      expect(await isBad()).toBe(true);
      await run(`update schools set ${opened} where id = $1`, [school.id]);
    }
    expect((await open(linkOf('finn'))).status).toBe(200);
    // Sent to others since then: Finn is not asked any more.
    await run('delete from news_audience');
    await run('delete from news_channels where news_id = $1', [item.id]);
    expect(await isBad()).toBe(true);
    expect(await confirmations()).toEqual([]);
  });

  it('lets an address try 200 wrong links, and then says how long to wait; right ones do not count [D-6.04]', async () => {
    await made();
    for (let tries = 0; tries < 250; tries += 1) expect((await open(linkOf('finn'))).status).toBe(200);
    for (let tries = 0; tries < 200; tries += 1) expect((await open('/confirm-news/short')).status).toBe(404);
    const refused = await press('short');
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('zu viele falsche Links');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('takes no body but a small form, and what is no token is none', async () => {
    await made();
    for (const body of ['', 'token', `token=${'a'.repeat(20)}`, 'x=1'])
      expect(
        (
          await fetch(`${server.url}/confirm-news`, {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
        ).status,
      ).toBe(404);
    expect((await server.request('POST', '/confirm-news', { body: { token: tokenOf('finn') } })).status).toBe(404);
    expect(await confirmations()).toEqual([]);
  });
});
