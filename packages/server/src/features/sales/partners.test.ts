import { randomUUID } from 'node:crypto';
import { PARTNERS_MAXIMUM } from '@kreide/core/features/sales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: { id: number };
let token: string;
const db = () => server.test.database.kysely;
const ask = (method: string, path: string, body?: object) => server.request(method, `/v1${path}`, { token, body });

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  await buildUser(db(), school.id, 'admin', 'ADMIN');
  token = await signIn(server, 'amsel', 'admin');
});
afterAll(() => server.stop());

describe('the partners of a school', () => {
  const TEXTS = {
    company: 'Netzhaus',
    name: 'A. Netz',
    role: 'Netz',
    email: 'a@netz.example',
    phone: '040 123',
    note: '',
  };
  const put = (uuid: string, body: object) => ask('PUT', `/schools/${school.id}/partners/${uuid}`, body);

  it('are listed, read one by one, added and changed by those who administer it [P-7.46] [P-7.86]', async () => {
    const uuid = randomUUID();
    const wrong = await put(uuid, { ...TEXTS, company: ' ', email: 'a', updated_at: null });
    expect(wrong.body.error.issues.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)).toEqual([
      'body.company required',
      'body.email emailInvalid',
    ]);
    expect((await put(uuid, { ...TEXTS, updated_at: new Date(TEST_NOW).toISOString() })).status).toBe(404);
    const made = await put(uuid, { ...TEXTS, company: ' Netzhaus ', updated_at: null });
    expect(made.body.data).toMatchObject({ uuid, ...TEXTS });
    server.clock.advance(1000);
    const { updated_at } = made.body.data;
    expect((await put(uuid, { ...TEXTS, note: 'Mo', updated_at })).status).toBe(200);
    expect((await put(uuid, { ...TEXTS, note: 'Di', updated_at })).body.error.code).toBe('conflict');
    const listed = (await ask('GET', `/schools/${school.id}/kreide-partners`)).body.data;
    expect(listed).toMatchObject([{ uuid, company: 'Netzhaus', note: 'Mo' }]);
    expect((await ask('GET', `/schools/${school.id}/partners/${uuid}`)).body.data).toEqual(listed[0]);
    expect((await ask('DELETE', `/schools/${school.id}/partners/${uuid}`)).status).toBe(204);
    expect((await ask('GET', `/schools/${school.id}/partners/${uuid}`)).status).toBe(404);
  });

  it('are as many as may be, also where two are added at once', async () => {
    const all = Array.from({ length: PARTNERS_MAXIMUM + 2 }, () => put(randomUUID(), { ...TEXTS, updated_at: null }));
    const codes = (await Promise.all(all)).map(({ status }) => status);
    expect(codes.filter((status) => status === 409)).toHaveLength(2);
    // Those of a full list are still changed; they come by company.
    const listed = async () => (await ask('GET', `/schools/${school.id}/kreide-partners`)).body.data;
    const { uuid, updated_at } = (await listed()).at(-1);
    expect((await put(uuid, { ...TEXTS, company: 'Aal', updated_at })).status).toBe(200);
    expect((await listed())[0]).toMatchObject({ uuid, company: 'Aal' });
  });
});
