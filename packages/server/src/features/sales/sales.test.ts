import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildLead, type LeadsPeer, letSell, startLeadsPeer } from '../../../../../tests/support/leads.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { pruneLeads } from './queries/leads.ts';

let server: TestServer;
let peer: LeadsPeer;
let school: { id: number };
let other: { id: number };
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

type Wire = Awaited<ReturnType<TestServer['request']>>;
const ask = (method: string, path: string, body?: object, who = 'sales'): Promise<Wire> =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
const listed = async (query = '') => (await ask('GET', `/leads${query}`)).body.data;
const named = (query = '') => listed(query).then((all) => all.map(({ name }: { name: string }) => name));

const WRITTEN = [
  'name',
  'street',
  'postal_code',
  'city',
  'country',
  'contact_name',
  'email',
  'phone',
  'type',
  'locale',
];
/** What somebody sends who has a lead before them. */
const draftOf = (lead: Record<string, unknown>, is_lost = false) => ({
  ...Object.fromEntries([...WRITTEN, 'brand', 'slink', 'sign_in', 'updated_at'].map((key) => [key, lead[key]])),
  is_lost,
});

/** For a job on a busy machine. */
const PATIENCE = { timeout: 20_000 };
/** Fetches the leads and waits until that is over. */
async function sync() {
  expect((await ask('PUT', '/leads/manual-sync')).status).toBe(200);
  return vi.waitFor(async () => {
    const { data } = (await ask('GET', '/leads/manual-sync')).body;
    expect(['done', 'failed']).toContain(data.state);
    return data;
  }, PATIENCE);
}

const AMSEL = { id: 1, name: 'Amselschule', city: 'Äpfelstadt', contact_name: 'Ada Amsel', email: 'ada@amsel.example' };
const SPECHT = { id: 'b/2', name: 'Spechtschule', city: 'Kiel', brand: 'tinte', phone: 'not a number' };
const MEISE = { id: 3, name: 'Meisenschule', city: 'Bern', country: 'ch', type: 'primary', locale: 'fr' };

beforeAll(async () => {
  peer = await startLeadsPeer();
  server = await startTestServer({ env: peer.env });
  school = await buildSchool(db(), 'verkauf');
  other = await buildSchool(db(), 'amsel');
  await letSell(db(), school);
  for (const [name, role, of] of [
    ['sales', 'EMPLOYEE', school],
    ['admin', 'ADMIN', other],
    ['teacher', 'TEACHER', other],
    ['pupil', 'STUDENT', other],
  ] as const) {
    const { id } = await buildUser(db(), of.id, name, role);
    if (name === 'sales')
      await server.test.database.pool.query(
        `insert into user_roles select school_id, $1, id from roles where school_id = $2 and key = 'SALES'`,
        [id, school.id],
      );
    tokens[name] = await signIn(server, of === school ? 'verkauf' : 'amsel', name);
  }
});
afterAll(async () => {
  await server.stop();
  await peer[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await db().deleteFrom('leads').execute();
  await db().deleteFrom('referrals').execute();
  Object.assign(peer, { leads: [AMSEL, SPECHT, MEISE], status: 200, gate: Promise.resolve() });
  peer.seen.length = 0;
  server.clock.set(new Date(TEST_NOW));
});

describe('leads', () => {
  it('are for those who sell the product, and for nobody else: an administrator of a school is refused [P-6.09] [T-6.03] [P-7.31]', async () => {
    const lead = await buildLead(db(), school.id);
    for (const [method, path] of [
      ['GET', '/leads'],
      ['GET', `/leads/${lead.id}`],
      ['PUT', '/leads/manual-sync'],
      ['POST', `/leads/${lead.id}/activate`],
      ['POST', `/leads/${lead.id}/visited`],
    ] as const)
      expect((await ask(method, path, undefined, 'admin')).status, path).toBe(403);
    expect((await ask('GET', '/leads')).status).toBe(200);
  });

  it('come from the source of the operator page by page, each once however often they are fetched [P-7.30] [P-7.31] [T-7.147] [T-7.148] [P-3.35] [T-3.94]', async () => {
    peer.leads = [AMSEL, { id: 9 }, SPECHT, 'no lead' as never, MEISE];
    const first = await sync();
    expect(first).toMatchObject({ state: 'done', has_source: true, read: 5, added: 3, changed: 0, refused: 2 });
    expect(first.brands).toEqual(['tinte']);
    expect(peer.seen.map(({ path }) => path)).toEqual(['/leads', '/leads?page=2', '/leads?page=4']);
    expect(await listed()).toMatchObject([
      {
        name: 'Amselschule',
        city: 'Äpfelstadt',
        contact_name: 'Ada Amsel',
        state: 'new',
        source: 'outside',
        source_key: '1',
      },
      { name: 'Meisenschule', country: 'CH', type: 'primary', locale: 'fr', visited_at: null, activated_at: null },
      { name: 'Spechtschule', phone: '', brand: 'tinte', source_key: 'b/2', school: null },
    ]);
    peer.leads = [AMSEL, { ...SPECHT, city: 'Lübeck' }, MEISE];
    expect(await sync()).toMatchObject({ read: 3, added: 0, changed: 1, refused: 0 });
    expect((await listed()).map(({ city }: { city: string }) => city)).toEqual(['Äpfelstadt', 'Bern', 'Lübeck']);
  });

  it('are fetched by one at a time, which says how far it is [P-7.31]', async () => {
    const gate = Promise.withResolvers<void>();
    peer.gate = gate.promise;
    const answers = await Promise.all([ask('PUT', '/leads/manual-sync'), ask('PUT', '/leads/manual-sync')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await vi.waitFor(() => expect(peer.seen).toHaveLength(1), PATIENCE);
    expect((await ask('GET', '/leads/manual-sync')).body.data).toMatchObject({ state: 'running', ended_at: null });
    expect((await ask('PUT', '/leads/manual-sync')).body.error.code).toBe('leads_syncing');
    gate.resolve();
    await vi.waitFor(
      async () => expect((await ask('GET', '/leads/manual-sync')).body.data).toMatchObject({ state: 'done', added: 3 }),
      PATIENCE,
    );
    expect(peer.seen).toHaveLength(2);
  });

  it.each([
    [503, 'refused'],
    [302, 'refused'],
  ])('stay when the source answers %s, and it is said why [P-7.31]', async (status, reason) => {
    await sync();
    peer.status = status;
    peer.seen.length = 0;
    expect(await sync()).toMatchObject({ state: 'failed', reason });
    // A redirect is not followed: the token belongs to the address that was set.
    expect(peer.seen).toHaveLength(1);
    expect(await named()).toHaveLength(3);
  });

  it('that somebody has changed stay so, until that one is fetched anew [P-7.32] [P-7.33] [T-7.149] [T-7.150]', async () => {
    await sync();
    const [, , lead] = await listed();
    const { id, uuid, can } = lead;
    expect(can).toEqual({ update: 1, fetch: 1, visit: 1, activate: 1, delete: 1 });
    server.clock.advance(1000);
    const body = { ...draftOf(lead), city: ' Plön ', phone: '040 12345' };
    expect((await ask('PUT', `/leads/${id}`, { ...body, email: 'nobody' })).body.error.issues).toMatchObject([
      { path: 'body.email', rule: 'emailInvalid' },
    ]);
    expect((await ask('PUT', `/leads/${id}`, body)).status).toBe(200);
    expect((await ask('PUT', `/leads/${id}`, body)).body.error.code).toBe('conflict');
    peer.leads = [AMSEL, { ...SPECHT, city: 'Lübeck' }, MEISE];
    expect(await sync()).toMatchObject({ changed: 0 });
    expect((await ask('GET', `/leads/${id}`)).body.data).toMatchObject({ uuid, city: 'Plön', phone: '040 12345' });
    const fetched = await ask('GET', `/leads/${id}/fetch`);
    expect(fetched.body.data).toMatchObject({ id, city: 'Lübeck', phone: '' });
    expect(peer.seen.at(-1)?.path).toBe('/leads/b%2F2');
    peer.leads = [];
    expect((await ask('GET', `/leads/${id}/fetch`)).body.error.code).toBe('lead_source_failed');
  });

  it('are searched by words in any order and by brand, ordered by the server and paged [P-7.29]', async () => {
    await sync();
    expect(await named('?search=apfelstadt%20ada')).toEqual(['Amselschule']);
    expect(await named('?brand=tinte')).toEqual(['Spechtschule']);
    expect(await named('?search=amsel&brand=tinte')).toEqual([]);
    expect(await named('?order=-name')).toEqual(['Spechtschule', 'Meisenschule', 'Amselschule']);
    server.clock.advance(1000);
    const [, meise] = await listed();
    await ask('POST', `/leads/${meise.id}/visited`);
    expect(await named('?state=visited')).toEqual(['Meisenschule']);
    expect((await named('?order=-updated_at'))[0]).toBe('Meisenschule');
    for (let at = 0; at < 60; at += 1) await buildLead(db(), school.id, { name: `Zaun ${`${at}`.padStart(2, '0')}` });
    // A page, and the first of the next one.
    expect(await named()).toHaveLength(51);
    expect((await named('?page=2'))[0]).toBe('Zaun 47');
  });

  it('were visited once somebody says so, and the last time counts [P-7.35] [T-7.152]', async () => {
    const { id } = await buildLead(db(), school.id);
    const at = async () => (await ask('POST', `/leads/${id}/visited`)).body.data;
    expect(await at()).toMatchObject({ state: 'visited', visited_at: new Date(TEST_NOW).toISOString() });
    server.clock.advance(60_000);
    expect((await at()).visited_at).toBe(server.clock.now().toISOString());
    const put = async (is_lost: boolean) =>
      (await ask('PUT', `/leads/${id}`, draftOf((await ask('GET', `/leads/${id}`)).body.data, is_lost))).body.data;
    expect((await put(false)).state).toBe('visited');
    expect(await put(true)).toMatchObject({ state: 'lost', can: { update: 1, visit: 0, activate: 0 } });
    expect((await ask('POST', `/leads/${id}/visited`)).body.error.code).toBe('lead_lost');
    expect((await put(false)).state).toBe('visited');
  });

  it('that nothing more can be said of are answered as they are', async () => {
    const { id } = await buildLead(db(), school.id, { source: 'referral', name: 'Drosselschule' });
    expect((await ask('GET', `/leads/${id}/fetch`)).body.data).toMatchObject({ name: 'Drosselschule' });
  });

  it('are fetched again where the server ended meanwhile [P-7.31]', async () => {
    await sync();
    await db().updateTable('lead_syncs').set({ state: 'running', ended_at: null }).execute();
    expect((await ask('GET', '/leads/manual-sync')).body.data).toMatchObject({
      state: 'failed',
      reason: 'interrupted',
    });
    expect(await sync()).toMatchObject({ state: 'done', reason: null });
  });
});

describe('an activation', () => {
  const schools = () => db().selectFrom('schools').selectAll().where('slink', 'like', 'buchfink%').execute();

  it('makes one school of a lead, however many do it at once, and says which [P-7.34] [T-7.151]', async () => {
    const contact = { contact_name: 'Ada Amsel', email: 'ada@amsel.example', phone: '040 12345' };
    const { id } = await buildLead(db(), school.id, {
      name: 'Buchfinkschule',
      city: 'Kiel',
      country: 'AT',
      ...contact,
    });
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', `/leads/${id}/activate`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { data } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect(data.lead).toMatchObject({ state: 'activated', school: { slink: 'buchfinkschule' }, can: { activate: 0 } });
    const made = await schools();
    expect(made).toMatchObject([
      { state: 'ONBOARDING', name: 'Buchfinkschule', time_zone: 'Europe/Vienna', contact_email: 'ada@amsel.example' },
    ]);
    expect(data.school.uuid).toBe(made[0]?.uuid);
    // Its people are in the record of the school now, and nowhere else.
    const kept = await db().selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ contact_name: '', email: '', phone: '', expires_at: null });
    expect((await ask('POST', `/leads/${id}/activate`)).body.error.code).toBe('lead_activated');

    const [, token] = data.link.split('#token=');
    const body = { token, password: 'neues Passwort', password_confirmation: 'neues Passwort' };
    const done = await server.request('POST', '/v1/auth/password-reset/confirm', { body });
    expect(done.status, done.text).toBeLessThan(300);
  });

  it('leaves its lead as it is from then on, also one that is being fetched', async () => {
    await sync();
    const [lead] = await listed();
    const path = `/leads/${lead.id}`;
    const gate = Promise.withResolvers<void>();
    Object.assign(peer, { gate: gate.promise });
    peer.seen.length = 0;
    const fetching = ask('GET', `${path}/fetch`);
    await vi.waitFor(() => expect(peer.seen).toHaveLength(1), PATIENCE);
    expect((await ask('POST', `${path}/activate`)).status).toBe(200);
    gate.resolve();
    const { updated_at } = (await ask('GET', path)).body.data;
    const answers = [
      await fetching,
      await ask('GET', `${path}/fetch`),
      await ask('PUT', path, { ...draftOf(lead), updated_at }),
      await ask('POST', `${path}/visited`),
      await ask('DELETE', path),
    ];
    expect(answers.map(({ body }) => body?.error?.code)).toEqual(answers.map(() => 'lead_activated'));
    expect(peer.seen).toHaveLength(1);
  });

  it('gives the next free short link, but never another than the one that was wished', async () => {
    const first = await buildLead(db(), school.id, { name: 'Buchfinkschule', city: 'Kiel' });
    expect((await ask('POST', `/leads/${first.id}/activate`)).body.data.school.slink).toBe('buchfinkschule-kiel');
    const wished = await buildLead(db(), school.id, { slink: 'buchfinkschule' });
    expect((await ask('POST', `/leads/${wished.id}/activate`)).body.error.code).toBe('slink_taken');
    const lost = await buildLead(db(), school.id, { state: 'lost' });
    expect((await ask('POST', `/leads/${lost.id}/activate`)).body.error.code).toBe('lead_lost');
  });

  it('of a school that was only talked to opens that one', async () => {
    const { id: talkedTo } = await buildSchool(db(), 'gimpel', { name: 'Gimpelschule' });
    await db().updateTable('schools').set({ state: 'LEAD' }).where('id', '=', talkedTo).execute();
    const { id: customer } = await buildSchool(db(), 'zeisig', { name: 'Zeisigschule' });
    await db().updateTable('schools').set({ state: 'LEAD' }).where('id', '=', customer).execute();
    peer.leads = [];
    expect(await sync()).toMatchObject({ added: 2 });
    const [lead, late] = await listed();
    expect(lead).toMatchObject({ name: 'Gimpelschule', source: 'school' });
    await db().updateTable('schools').set({ city: 'Kiel' }).where('id', '=', talkedTo).execute();
    expect((await ask('GET', `/leads/${lead.id}/fetch`)).body.data.city).toBe('Kiel');
    const { data } = (await ask('POST', `/leads/${lead.id}/activate`)).body;
    expect(data).toMatchObject({ school: { slink: 'gimpel' }, link: null });
    const stateOf = async (id: number) =>
      (await db().selectFrom('schools').select('state').where('id', '=', id).executeTakeFirst())?.state;
    expect(await stateOf(talkedTo)).toBe('ONBOARDING');
    const logged = db().selectFrom('audit_log').select(['action', 'origin']).where('school_id', '=', talkedTo);
    expect(await logged.execute()).toEqual([{ action: 'schools.state', origin: 'operator' }]);
    // Somebody has opened it meanwhile.
    await db().updateTable('schools').set({ state: 'ACTIVE' }).where('id', '=', customer).execute();
    expect((await ask('POST', `/leads/${late.id}/activate`)).status).toBe(200);
    expect(await stateOf(customer)).toBe('ACTIVE');
  });
});

describe('what is kept of people', () => {
  it('goes at once where somebody wants that, and its source does not bring it back [P-3.35]', async () => {
    await sync();
    const [{ id }, , { id: branded }] = await listed();
    expect((await ask('DELETE', `/leads/${id}`)).status).toBe(204);
    expect((await ask('GET', `/leads/${id}`)).status).toBe(404);
    expect(await sync()).toMatchObject({ added: 0, changed: 0 });
    const { uuid: _, ...row } = await db()
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/ada|amsel/i);
    expect((await ask('DELETE', `/leads/${branded}`)).status).toBe(204);
    expect((await ask('GET', '/leads/manual-sync')).body.data.brands).toEqual([]);
  });

  it('goes after two years without a change, after half a year where the school is lost', async () => {
    const open = await buildLead(db(), school.id);
    await ask('POST', `/leads/${open.id}/visited`);
    const gone = async (date: string) => {
      await pruneLeads(db(), new Date(date));
      return (await listed()).length === 0;
    };
    expect([await gone('2028-11-16T00:00:00Z'), await gone('2028-11-19T00:00:00Z')]).toEqual([false, true]);
    const { id } = await buildLead(db(), school.id);
    const path = `/leads/${id}`;
    expect((await ask('PUT', path, draftOf((await ask('GET', path)).body.data, true))).status).toBe(200);
    expect([await gone('2027-05-16T00:00:00Z'), await gone('2027-05-18T00:00:00Z')]).toEqual([false, true]);
    // Its source does not bring it back as new, and nothing of it is left to read.
    const kept = await db().selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ name: '', city: '', contact_name: '', email: '', phone: '', expires_at: null });
    expect(kept.removed_at).not.toBeNull();
  });
});
