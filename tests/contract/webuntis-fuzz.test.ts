import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/contract/world.ts';
import { checkFuzz, countRows, FUZZ_RUNS, forgetFailures, sendRaw } from '../support/fuzz.ts';
import { NASTY_TEXTS, nastyText, nastyValue, toAddressPart } from '../support/fuzz-input.ts';
import type { TestAnswer } from '../support/server.ts';
import { callRpc, openRpc, RPC_PATH } from '../support/webuntis.ts';

const METHOD_RUNS = Math.ceil(FUZZ_RUNS / 3);

const METHODS = [
  'getLatestImportTime',
  'getSchoolyears',
  'getCurrentSchoolyear',
  'getHolidays',
  'getTimegridUnits',
  'getStatusData',
  'getDepartments',
  'getKlassen',
  'getRooms',
  'getSubjects',
  'getTeachers',
  'getStudents',
  'getTimetable',
  'getSubstitutions',
];

let world: World;
let session: string;
let before: Record<string, number>;

beforeAll(async () => {
  world = await startWorld();
  session = await openRpc(world.server, world.here.people.admin.username);
  before = await countRows(world.server);
});
afterAll(() => world.server.stop());

/** An answer of the protocol: a result or a refusal that somebody foresaw, never both, never a 5xx. */
function expectAnswer({ status, body, text }: TestAnswer, what: string): void {
  const told = `${what}: ${status} ${text.slice(0, 300)}`;
  expect([200, 400, 413, 415], told).toContain(status);
  expect(body, told).toMatchObject({ jsonrpc: '2.0' });
  expect('result' in body, told).toBe(!('error' in body));
  if (body.error) {
    expect(body.error, told).toEqual({ code: expect.any(Number), message: expect.stringMatching(/\S/) });
    expect(body.error.code, told).not.toBe(-32603);
  }
}

const send = async (body: unknown, slink = 'amsel') => {
  const answer = await world.server.request('POST', `${RPC_PATH}?school=${toAddressPart(slink)}`, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', cookie: `JSESSIONID=${session}` },
  });
  expectAnswer(answer, JSON.stringify(body).slice(0, 200));
};

const dates = fc.record(
  { startDate: nastyValue, endDate: fc.oneof(nastyValue, fc.constant(20261120)) },
  { requiredKeys: [] },
);

it('no envelope fails the WebUntis endpoint [D-6.11] [D-4.08]', async () => {
  await checkFuzz(fc.asyncProperty(nastyValue, (body) => send(body)));
  const envelope = { id: nastyValue, method: nastyValue, jsonrpc: nastyValue, params: nastyValue };
  await checkFuzz(fc.asyncProperty(fc.record(envelope, { requiredKeys: [] }), (body) => send(body)));
  await checkFuzz(fc.asyncProperty(nastyText, (text) => send(text)));
});

it('no parameters of any method do [D-6.11] [D-4.08]', async () => {
  for (const method of METHODS) {
    const call = (params: unknown) => send({ id: 1, method, params });
    await checkFuzz(fc.asyncProperty(nastyValue, call), METHOD_RUNS);
    await checkFuzz(
      fc.asyncProperty(fc.record({ schoolyearId: nastyValue, departmentId: nastyValue }), call),
      METHOD_RUNS,
    );
    await checkFuzz(fc.asyncProperty(dates, call), METHOD_RUNS);
  }
});

it('no element and no option of a timetable does [D-6.11] [D-4.08]', async () => {
  const type = fc.oneof(nastyValue, fc.constantFrom(1, 2, 3, 4, 5, 12, -1));
  const keyType = fc.constantFrom('id', 'name', 'externalkey', undefined);
  const call = (params: unknown) => send({ id: 1, method: 'getTimetable', params });
  await checkFuzz(
    fc.asyncProperty(type, nastyValue, dates, (kind, id, range) => call({ id, type: kind, ...range })),
    FUZZ_RUNS * 2,
  );
  await checkFuzz(
    fc.asyncProperty(type, nastyValue, keyType, dates, (kind, id, key, range) =>
      call({ options: { element: { id, type: kind, keyType: key }, ...range } }),
    ),
    FUZZ_RUNS * 2,
  );
  const element = { id: world.here.grade, type: 1 };
  const options = { klasseFields: nastyValue, roomFields: nastyValue, showInfo: nastyValue, showSubstText: nastyValue };
  await checkFuzz(
    fc.asyncProperty(fc.record(options, { requiredKeys: [] }), (some) => call({ options: { element, ...some } })),
  );
});

it('no credentials, no school and no cookie do [D-6.11] [D-4.08]', async () => {
  for (const field of ['user', 'password'])
    await checkFuzz(
      fc.asyncProperty(nastyValue, async (value) => {
        await forgetFailures(world);
        await send({ id: 1, method: 'authenticate', params: { user: 'nobody', password: 'wrong', [field]: value } });
      }),
    );
  await forgetFailures(world);
  for (const text of NASTY_TEXTS) {
    const params = { user: 'nobody', password: 'wrong' };
    await send({ id: 1, method: 'authenticate', params }, text);
    const cookie = `JSESSIONID=${encodeURIComponent(text.toWellFormed())}`;
    expectAnswer(await callRpc(world.server, 'getRooms', {}, { headers: { cookie } }), cookie);
  }
  for (const query of ['school=a&school=b', 'school', 'school[]=amsel', '%', '__proto__=1'])
    expectAnswer(
      await world.server.request('POST', `${RPC_PATH}?${query}`, { body: { id: 1, method: 'getRooms' } }),
      query,
    );
});

it('no bytes do that are not what they say [D-6.11] [D-4.08]', async () => {
  const { host } = new URL(world.server.url);
  const head = `POST ${RPC_PATH}?school=amsel HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`;
  for (const rest of [
    'content-type: application/json\r\ncontent-length: 4\r\n\r\n\xff\xfe{}',
    'content-type: application/json; charset=utf-16\r\ncontent-length: 2\r\n\r\n{}',
    'content-length: 2\r\n\r\n{}',
    'content-type: application/json\r\ncontent-length: 0\r\n\r\n',
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n',
  ])
    expect(await sendRaw(world.server.url, Buffer.from(head + rest, 'latin1')), rest).toMatch(
      /^HTTP\/1\.1 (200|4\d\d) /,
    );
});

it('and nothing of it changed anything [D-6.11]', async () => {
  expect(await countRows(world.server)).toEqual(before);
});
