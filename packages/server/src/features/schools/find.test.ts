import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { kysely, pool } = server.test.database;
  for (const [slink, name, city, state] of [
    ['linden', 'Lindenhof-Gymnasium', 'Amselfeld', 'ACTIVE'],
    ['muehle', 'Grundschule an der Straße zur Mühle', 'Würzbach', 'ONBOARDING'],
    ['gone', 'Lindenhof-Gymnasium alt', 'Amselfeld', 'DEACTIVATED'],
    ['lead', 'Lindenhof-Gymnasium neu', 'Amselfeld', 'LEAD'],
  ] as const) {
    await buildSchool(kysely, slink, { name });
    await pool.query('update schools set city = $2, state = $3 where slink = $1', [slink, city, state]);
  }
});
afterAll(() => server.stop());

const find = async (keyword: string) => {
  const answer = await server.request('GET', `/v1/find-schools?keyword=${encodeURIComponent(keyword)}`);
  return answer.body.data?.map(({ slink }: { slink: string }) => slink) ?? answer.status;
};

describe('the school search', () => {
  it.each([
    'Lindenhof-Gymnasium',
    'lindenhof gymnasium',
    'LINDENHOFGYMNASIUM',
    'Lindenhof Amselfeld',
    'amselfeld, gymnasium',
    'linden',
    'denho',
  ])('finds the school by %j, and only those that can be signed in to [P-7.15]', async (keyword) => {
    expect(await find(keyword)).toEqual(['linden']);
  });

  it.each(['Mühle', 'muehle', 'Muhle', 'würzbach grundschule', 'strasse mühle', 'Wuerzbach'])(
    'takes umlauts and what stands for them alike: %j [P-7.15]',
    async (keyword) => {
      expect(await find(keyword)).toEqual(['muehle']);
    },
  );

  it('finds nothing where a word is missing or is only signs, and asks for three characters [P-7.15] [P-2.13]', async () => {
    expect(await find('Lindenhof Würzbach')).toEqual([]);
    for (const keyword of ['%%%', '---', '___', '\\\\\\']) expect(await find(keyword), keyword).toEqual([]);
    expect(await find('li')).toBe(422);
  });

  it('answers at most twenty [P-7.15]', async () => {
    for (let number = 0; number < 25; number += 1)
      await buildSchool(server.test.database.kysely, `serie-${number}`, { name: `Seriengrundwerk ${number}` });
    expect(await find('Seriengrundwerk')).toHaveLength(20);
  });
});
