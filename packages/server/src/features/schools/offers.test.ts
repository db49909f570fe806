import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../../examples/offers/offers.json');
const ATLAS = '5b1f0c52-7c1e-4d5e-9b0a-1f6f5f0c2a01';
const BOOKS = '5b1f0c52-7c1e-4d5e-9b0a-1f6f5f0c2a02';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer({ env: { KREIDE_OFFERS: EXAMPLE } });
  const { kysely } = server.test.database;
  for (const [slink, permissions, locale] of [
    ['amsel', ['marketing'], 'de'],
    ['birke', [], 'de'],
    ['celeste', ['marketing'], 'fr'],
  ] as const) {
    const { id } = await buildSchool(kysely, slink);
    await kysely
      .updateTable('schools')
      .set({ permissions: [...permissions], locale })
      .where('id', '=', id)
      .execute();
    for (const role of ['TEACHER', 'PARENT', 'EMPLOYEE', 'STUDENT'] as const) {
      await buildUser(kysely, id, role.toLowerCase(), role);
      tokens[`${slink} ${role}`] = await signIn(server, slink, role.toLowerCase());
    }
  }
});
afterAll(() => server.stop());

const ask = (path: string, who: string) => server.request('GET', `/v1${path}`, { token: tokens[who] });
const listed = async (who: string) => {
  const { body } = await ask('/kreide-plus', who);
  return (body.data as { uuid: string }[]).map(({ uuid }) => uuid);
};
const isTold = async (who: string) => (await ask('/users/self', who)).body.data.has_partner_offers as boolean;

describe('the offers of partners', () => {
  it('are listed for those they are for, and only they are told that there are some [P-7.99] [P-3.36]', async () => {
    const expected: Record<string, string[]> = {
      'amsel TEACHER': [ATLAS, BOOKS],
      'amsel PARENT': [BOOKS],
      'amsel EMPLOYEE': [ATLAS],
      'amsel STUDENT': [],
      'celeste TEACHER': [BOOKS],
      'celeste EMPLOYEE': [],
      'birke TEACHER': [],
      'birke PARENT': [],
    };
    for (const [who, uuids] of Object.entries(expected)) {
      expect(await listed(who), who).toEqual(uuids);
      expect(await isTold(who), who).toBe(uuids.length > 0);
    }
  });

  it('are shown one by one, to nobody else, whatever uuid is asked for [P-2.81] [P-3.36]', async () => {
    const { status, body } = await ask(`/kreide-plus/${ATLAS}`, 'amsel TEACHER');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      uuid: ATLAS,
      company_name: 'Kartenwerk Nord',
      link_url: 'https://kartenwerk.example/schulen',
      privacy_options: { needs_account: true },
      filters: { types: ['TEACHER', 'EMPLOYEE'], brandings: null, languages: ['de'] },
    });
    for (const who of ['amsel STUDENT', 'amsel PARENT', 'birke TEACHER', 'celeste TEACHER'])
      expect((await ask(`/kreide-plus/${ATLAS}`, who)).status, who).toBe(404);
    expect((await ask('/kreide-plus/none', 'amsel TEACHER')).status).toBe(422);
  });
});
