import { REFERRALS_PER_DAY } from '@kreide/core/features/sales';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { letSell } from '../../../../../tests/support/leads.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { readOwnLeads } from './own-sources.ts';
import { eraseReferrals, pruneReferrals, referralData } from './queries/referrals.ts';

let server: TestServer;
let school: { id: number };
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const ask = (method: string, path: string, body?: object, who = 'admin') =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  const seller = await buildSchool(db(), 'verkauf');
  await letSell(db(), seller);
  for (const [name, role] of [
    ['admin', 'ADMIN'],
    ['teacher', 'TEACHER'],
    ['pupil', 'STUDENT'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  await buildUser(db(), seller.id, 'seller', 'ADMIN');
  tokens.seller = await signIn(server, 'verkauf', 'seller');
});
afterAll(() => server.stop());

describe('a recommendation', () => {
  const refer = (who: string, name: string, whose = who) =>
    ask('POST', `/users/${people[whose]?.id}/referral`, { name, city: 'Kiel', country: 'DE' }, who);

  it('is of grown-ups, about themselves, and some a day: nobody is mailed, and a person there is not named [P-7.64]', async () => {
    expect((await refer('pupil', 'Finkenschule')).status).toBe(403);
    expect((await refer('teacher', 'Finkenschule', 'admin')).status).toBe(404);
    const told = { name: 'Finkenschule', city: 'Kiel', country: 'DE' };
    const path = `/users/${people.teacher?.id}/referral`;
    expect((await ask('POST', path, { ...told, email: 'a@b.example' }, 'teacher')).status).toBe(422);
    const at = await Promise.all(Array.from({ length: REFERRALS_PER_DAY + 2 }, () => refer('teacher', 'Finkenschule')));
    expect(at.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await refer('admin', ' FINKENSCHULE ')).status).toBe(200);
    expect(await db().selectFrom('mails').selectAll().execute()).toEqual([]);
    server.clock.advance(25 * 60 * 60 * 1000);
    tokens.teacher = await signIn(server, 'amsel', 'teacher');
    expect((await refer('teacher', 'Zeisigschule')).status).toBe(200);
  });

  it('is one lead for those who sell the product, whoever made it and however many [P-7.64]', async () => {
    tokens.seller = await signIn(server, 'verkauf', 'seller');
    expect((await ask('PUT', '/leads/manual-sync', undefined, 'seller')).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect((await ask('GET', '/leads/manual-sync', undefined, 'seller')).body.data).toMatchObject({
          state: 'done',
          has_source: false,
          added: 2,
        }),
      { timeout: 20_000 },
    );
    const answer = await ask('GET', '/leads', undefined, 'seller');
    expect(answer.body.data).toMatchObject([
      { source: 'referral', city: 'Kiel', contact_name: '', email: '' },
      { source: 'referral', name: 'Zeisigschule' },
    ]);
    expect(answer.text).not.toMatch(/teacher|amsel/);
  });

  it('is each person’s own to read, stays without them where they are erased, and goes after a year [P-7.64]', async () => {
    const count = async () => (await db().selectFrom('referrals').select('id').execute()).length;
    const person = { school_id: school.id, user_id: people.teacher?.id ?? 0 };
    const own = async () => (await referralData.referrals?.(db(), person, ((key: string) => key) as never))?.length;
    expect([await own(), await count()]).toEqual([REFERRALS_PER_DAY + 1, REFERRALS_PER_DAY + 2]);
    await eraseReferrals(db(), person);
    expect([await own(), await count()]).toEqual([0, REFERRALS_PER_DAY + 2]);
    expect(await pruneReferrals(db(), new Date('2027-11-18T00:00:00Z'))).toBe(0);
    expect(await pruneReferrals(db(), new Date('2027-11-21T00:00:00Z'))).toBe(REFERRALS_PER_DAY + 2);
  });

  it('is read however many there are', async () => {
    const at = { school_id: school.id, country: 'DE', created_at: '2026-11-18', expires_at: '2027-11-18' };
    const many = Array.from({ length: 501 }, (_, number) => ({ ...at, name: `Schule ${number}` }));
    await db().insertInto('referrals').values(many).execute();
    const steps: number[] = [];
    for await (const { leads } of readOwnLeads(db())) steps.push(leads.length);
    expect(steps).toEqual([500, 1]);
  });
});
