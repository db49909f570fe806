import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startScriptedServer } from '../../../../../../tests/support/scripted-server.ts';
import {
  PEER_SCHOOL,
  peerError,
  startWebUntisPeer,
  type WebUntisPeer,
} from '../../../../../../tests/support/webuntis-peer.ts';
import { createOutbound, type Outbound, parseAllowances } from '../../../kernel/outbound/index.ts';
import { type FailureParams, WebUntisFailure } from './failure.ts';
import { readPlan } from './read-plan.ts';
import { type Account, createSession, type SessionLimits } from './session.ts';

let peer: WebUntisPeer;
let outbound: Outbound;
beforeAll(async () => {
  peer = await startWebUntisPeer();
  outbound = createOutbound({ allow: parseAllowances(peer.env.KREIDE_OUTBOUND_ALLOW ?? '') });
});
afterAll(async () => {
  await outbound[Symbol.asyncDispose]();
  await peer[Symbol.asyncDispose]();
});
afterEach(() => {
  peer.instead = null;
  peer.errors = {};
  peer.called.length = 0;
  peer.seen.length = 0;
});

const RANGE = { begins_at: '2026-11-16', ends_at: '2026-12-04' };
const open = (account: Partial<Account> = {}, limits: Partial<SessionLimits> = {}, by: Outbound = outbound) =>
  createSession({
    outbound: by,
    limits,
    account: {
      address: peer.url,
      school_name: PEER_SCHOOL,
      username: 'plan',
      password: peer.account.password,
      ...account,
    },
  });
async function failureOf(promise: Promise<unknown>): Promise<[string, FailureParams]> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof WebUntisFailure)) throw new Error(`no failure of WebUntis: ${thrown}`);
  return [thrown.reason, thrown.params];
}
const reasonOf = async (promise: Promise<unknown>) => (await failureOf(promise))[0];

describe('a session at WebUntis', () => {
  it('signs in once, sends its cookie with every call, and signs out', async () => {
    const before = peer.open();
    const session = open();
    expect(await session.call('getKlassen')).toHaveLength(2);
    await session.call('getRooms');
    expect(peer.open()).toBe(before + 1);
    await session.close();
    expect(peer.called).toEqual(['authenticate', 'getKlassen', 'getRooms', 'logout']);
    expect(peer.open()).toBe(before);
    const bodies = peer.seen.map(({ body }) => JSON.parse(body));
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(4);
    expect(bodies.slice(1).some((one) => JSON.stringify(one).includes(peer.account.password))).toBe(false);
    expect(peer.seen.map(({ path }) => path)).toEqual(
      Array(4).fill('/WebUntis/jsonrpc.do?school=Gymnasium%20am%20Wald'),
    );
  });

  it('that ends in the middle is opened again, and the call is made once more', async () => {
    const session = open();
    peer.expireBefore(3);
    const plan = await readPlan(session, RANGE);
    expect(plan.answers.getTimetable).toHaveLength(6);
    expect(peer.called.filter((method) => method === 'authenticate')).toHaveLength(2);
  });

  it('that never lasts is given up', async () => {
    peer.instead = (response, { body }) => {
      const { id, method } = JSON.parse(body);
      const isSignIn = method === 'authenticate';
      const said = isSignIn ? { result: { sessionId: 'S1' } } : { error: { code: -8520, message: 'no' } };
      response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    };
    expect(await reasonOf(open().call('getKlassen'))).toBe('no_session');
    expect(peer.seen.length).toBeLessThan(10);
  });

  it.each([
    [-8500, 'unknown_school'],
    [-8504, 'bad_credentials'],
    [-8509, 'no_right'],
    [-8998, 'user_blocked'],
    [-1, 'refused'],
  ])('says what error %s of a sign-in means: %s', async (code, reason) => {
    peer.errors = { authenticate: code };
    expect(await failureOf(open().open())).toEqual([reason, { code }]);
  });

  it.each([
    [-8509, 'no_right'],
    [-32601, 'no_right'],
    [-7004, 'no_date'],
    [-8507, 'no_date'],
    [-7002, 'refused'],
  ])('says what error %s of a method means, and of which: %s', async (code, reason) => {
    peer.errors = { getRooms: code };
    expect(await failureOf(open().call('getRooms'))).toEqual([reason, { code, method: 'getRooms' }]);
  });

  it('knows a wrong password and a wrong school from a right one', async () => {
    expect(await reasonOf(open({ password: 'falsch' }).open())).toBe('bad_credentials');
    expect(await reasonOf(open({ school_name: 'andere' }).open())).toBe('unknown_school');
    await expect(open().open()).resolves.toBeUndefined();
  });
});

describe('what is no WebUntis', () => {
  const answered = (status: number, body: string) => {
    peer.instead = (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    return failureOf(open().open());
  };

  it('is told from one by its answer', async () => {
    expect(await answered(200, '<html>Hallo</html>')).toEqual(['no_webuntis', { code: 200 }]);
    expect(await answered(404, 'nothing')).toEqual(['no_webuntis', { code: 404 }]);
    expect((await answered(200, '{"result":{"sessionId":"a b\\r\\nx: y"}}'))[0]).toBe('no_webuntis');
    expect((await answered(200, '{"jsonrpc":"2.0","id":"99","result":{"sessionId":"S1"}}'))[0]).toBe('no_webuntis');
    expect((await answered(200, '{"jsonrpc":"2.0","id":"1"}'))[0]).toBe('no_webuntis');
    expect((await answered(200, '[]'))[0]).toBe('no_webuntis');
  });

  it.each([429, 500, 503])('and one that is overloaded is asked later: %s', async (status) => {
    expect(await answered(status, 'later')).toEqual(['busy', { code: status }]);
  });

  it('may not be slow, and not huge', async () => {
    peer.instead = () => {};
    expect(await reasonOf(open({}, { timeoutMs: 150 }).open())).toBe('timeout');
    peer.instead = (response) => void response.writeHead(200).end(`"${'x'.repeat(5000)}"`);
    expect(await reasonOf(open({}, { maxBytes: 4000 }).open())).toBe('too_large');
  });

  it('may not lead elsewhere: neither the password nor the session follows [D-4.12]', async () => {
    await using elsewhere = await startScriptedServer((_request, response) => void response.writeHead(200).end('{}'));
    peer.instead = (response) => void response.writeHead(307, { location: `${elsewhere.url}/WebUntis/` }).end();
    expect(await reasonOf(open().open())).toBe('redirected');
    peer.instead = (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    expect(await reasonOf(open().open())).toBe('redirected');
    expect(elsewhere.seen).toEqual([]);
  });

  it('is asked at no address of an internal network, unless the installation allows it [D-4.12]', async () => {
    await using guarded = createOutbound();
    const at = (address: string) => reasonOf(open({ address }, {}, guarded).open());
    expect(await at('https://127.0.0.1')).toBe('address_refused');
    expect(await at('https://10.0.0.7')).toBe('address_refused');
    expect(await at('https://[::1]')).toBe('address_refused');
    expect(await at(peer.url)).toBe('plain_refused');
    expect(peer.seen).toEqual([]);
  });

  it('that hangs up is unreachable', async () => {
    peer.instead = (response) => void response.destroy();
    expect(await reasonOf(open().open())).toBe('unreachable');
  });
});

describe('the plan of all classes', () => {
  const read = async () => readPlan(open(), RANGE);

  it('has each period once, in the same order whatever order the classes have', async () => {
    const first = await read();
    expect(first.answers.getTimetable).toHaveLength(6);
    const { getKlassen } = peer.results;
    peer.results.getKlassen = (getKlassen as unknown[]).toReversed();
    expect((await read()).answers.getTimetable).toEqual(first.answers.getTimetable);
    peer.results.getKlassen = getKlassen;
  });

  it('names the student groups, which the interface tells to those who ask', async () => {
    const { getTimetable } = peer.results;
    peer.results.getTimetable = (params: { options: { showStudentgroup?: boolean } }) =>
      (getTimetable as (given: object) => object[])(params).map((one) =>
        params.options.showStudentgroup ? { ...one, sg: 'MA_5' } : one,
      );
    const { answers } = await read();
    expect(answers.getTimetable).toEqual(Array(6).fill(expect.objectContaining({ sg: 'MA_5' })));
    peer.results.getTimetable = getTimetable;
  });

  it('is read without the lists that the account may not see, and without a class that it may not see', async () => {
    peer.errors = { getTeachers: -8509, getRooms: -32601, getSubstitutions: -8509, getHolidays: -8509 };
    const { answers } = await read();
    expect(answers).toMatchObject({ getTeachers: null, getRooms: null, getSubstitutions: null, getHolidays: null });
    expect(answers.getTimetable).toHaveLength(6);
  });

  it('is not read by an account that may see no class, none of their plans, or nothing in them', async () => {
    peer.errors = { getKlassen: -8509 };
    expect(await failureOf(read())).toEqual(['no_right', { method: 'getKlassen', code: -8509 }]);
    peer.errors = { getTimetable: -8509 };
    expect(await failureOf(read())).toEqual(['no_right', { method: 'getTimetable' }]);
    peer.errors = {};
    const { periods } = peer;
    peer.periods = {};
    expect(await reasonOf(read())).toBe('no_plan');
    peer.periods = periods;
  });

  it('keeps to the part of the year that the account may see, and fails where it sees none', async () => {
    const { getTimetable } = peer.results;
    const opened = (until: number) => (params: { options: { endDate: number } }) =>
      params.options.endDate > until ? peerError(-7004) : (getTimetable as (given: object) => unknown)(params);
    peer.results.getTimetable = opened(20270130);
    const plan = await readPlan(open(), { begins_at: '2026-08-01', ends_at: '2027-07-15' });
    expect(plan.range).toEqual({ begins_at: '2026-08-01', ends_at: '2027-01-29' });
    expect(plan.answers.getTimetable).toHaveLength(6);
    peer.results.getTimetable = opened(0);
    expect(await failureOf(read())).toEqual(['no_date', { method: 'getTimetable' }]);
    peer.results.getTimetable = getTimetable;
  });

  it('asks for a whole year in parts, and for nothing twice', async () => {
    await readPlan(open(), { begins_at: '2026-08-01', ends_at: '2027-07-15' });
    const asked = peer.seen
      .map(({ body }) => JSON.parse(body))
      .filter(({ method }) => method === 'getTimetable')
      .map(({ params }) => [params.options.element.id, params.options.startDate, params.options.endDate]);
    expect(asked.filter(([id]) => id === 11)).toEqual([
      [11, 20260801, 20261030],
      [11, 20261031, 20270129],
      [11, 20270130, 20270430],
      [11, 20270501, 20270715],
    ]);
    expect(asked).toHaveLength(8);
  });
});
