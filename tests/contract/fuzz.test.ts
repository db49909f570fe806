import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '../../packages/core/src/contract.ts';
import { fieldsOf, isWrongType, NASTY_TEXTS, nastyText, nastyValue } from '../support/fuzz-input.ts';
import { type Sample, samplesOf } from '../support/fuzz-samples.ts';
import {
  expectNoFailure,
  expectRefusal,
  type FuzzServer,
  sendRaw,
  startFuzzServer,
  toAddress,
} from '../support/fuzz-server.ts';
import { signIn } from '../support/people.ts';

/** Fixed, so that a run can be repeated; KREIDE_FUZZ_SEED and KREIDE_FUZZ_RUNS ask for others. */
const SEED = Number(process.env.KREIDE_FUZZ_SEED ?? 20_261_118);
const RUNS = Number(process.env.KREIDE_FUZZ_RUNS ?? 25);
console.info(`fuzz: seed ${SEED}, ${RUNS} runs a field`);

const declared = endpointsOf();
/** Sign-outs end the session that all other calls need: they get one of their own. */
const ENDING = new Set(['auth.logout', 'auth.logoutAll']);
let fuzz: FuzzServer;
let samples: Record<string, Sample>;
let before: Record<string, number>;

beforeAll(async () => {
  fuzz = await startFuzzServer();
  samples = samplesOf(fuzz.school);
  before = await fuzz.countRows();
});
afterAll(() => fuzz.stop());

const sampleOf = (name: string): Sample => samples[name] ?? {};
const tokenFor = async (name: string) =>
  ENDING.has(name) ? signIn(fuzz.server, 'amsel', fuzz.school.people.employee.username) : fuzz.token();

/** Failed sign-ins are slowed down after a while; each case starts with a clean slate. */
const forgetFailures = () => fuzz.server.test.database.pool.query('delete from sign_in_failures');

const check = (property: fc.IAsyncProperty<unknown>, numRuns = RUNS) => fc.assert(property, { seed: SEED, numRuns });

it('knows a good input of every endpoint', () => {
  expect(Object.keys(samples).sort()).toEqual(declared.map(({ name }) => name).sort());
});

for (const { name, endpoint } of declared) {
  const isJson = endpoint.method !== 'GET' && !endpoint.upload;
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    tokenFor(name).then((token) => fuzz.server.request(endpoint.method, path, { token, body, headers }));

  describe(`${name} is never failed by`, () => {
    it('what stands in its address [D-4.08]', async () => {
      await forgetFailures();
      const sample = sampleOf(name);
      for (const part of ['params', 'query'] as const)
        for (const field of fieldsOf(endpoint[part]))
          for (const value of NASTY_TEXTS) {
            const path = toAddress(endpoint, { ...sample, [part]: { ...sample[part], [field.name]: value } });
            expectNoFailure(await call(path, sample.body), `${part}.${field.name} = ${JSON.stringify(value)}`);
          }
      for (const field of fieldsOf(endpoint.query)) {
        const { [field.name]: _, ...rest } = sample.query ?? {};
        const answer = await call(toAddress(endpoint, { ...sample, query: rest }), sample.body);
        if (field.isRequired) expectRefusal(answer, `without ${field.name}`, field.name);
        else expectNoFailure(answer, `without ${field.name}`);
        const twice = toAddress(endpoint, { ...sample, query: rest });
        const glue = twice.includes('?') ? '&' : '?';
        const doubled = await call(`${twice}${glue}${field.name}=a&${field.name}=b`, sample.body);
        expectRefusal(doubled, `${field.name} twice`, field.name);
      }
      for (const query of ['%', '%zz=1', 'a=%ff%fe', '&&==&', '__proto__=1', 'constructor[prototype]=1'])
        expectNoFailure(await call(toAddress(endpoint, sample, { query }), sample.body), query);
      for (const parameter of Object.keys(sample.params ?? {}))
        for (const raw of ['%', '%zz', '%ff', '%c0%ae%c0%ae', '..%2f..%2f', '%2e%2e', 'a%00b', 'x'.repeat(600)])
          expectRefusal(
            await call(toAddress(endpoint, sample, { params: { [parameter]: raw } }), sample.body),
            `${parameter} = ${raw}`,
          );
    });

    it('any text in its address [D-4.08]', async () => {
      await forgetFailures();
      const sample = sampleOf(name);
      const places = (['params', 'query'] as const).flatMap((part) =>
        fieldsOf(endpoint[part]).map((field) => ({ part, field })),
      );
      if (places.length === 0) return;
      await check(
        fc.asyncProperty(fc.constantFrom(...places), nastyText, async ({ part, field }, value) => {
          const path = toAddress(endpoint, { ...sample, [part]: { ...sample[part], [field.name]: value } });
          expectNoFailure(await call(path, sample.body), `${part}.${field.name} = ${JSON.stringify(value)}`);
        }),
      );
    });

    it('its headers [D-4.08]', async () => {
      await forgetFailures();
      const sample = sampleOf(name);
      const path = toAddress(endpoint, sample);
      for (const headers of [
        { 'accept-language': ',;q=;;,*-*;q=abc,de-AT-x-\u00e4;q=-1' },
        { 'accept-language': 'x'.repeat(4000) },
        { 'if-none-match': '"' },
        { 'if-none-match': 'W/W/"",,*,"' },
        { accept: 'text/html;q=oops' },
        { cookie: 'XSRF-TOKEN=%; kreide_refresh_=; =;' },
        { range: 'bytes=9-1,-' },
        { 'if-range': '\u00ff' },
        { origin: 'null' },
        { authorization: 'Bearer ' },
        { authorization: `Bearer ${'x'.repeat(5000)}` },
        { authorization: 'Basic Og==' },
        { 'x-forwarded-for': 'not an address' },
      ] as Record<string, string>[])
        expectNoFailure(await call(path, isJson ? sample.body : undefined, headers), JSON.stringify(headers));
      if (endpoint.auth === 'public' || endpoint.method === 'GET' || endpoint.idempotent === false) return;
      for (const key of ['short', 'with a blank', 'x'.repeat(101), 'umlaut-\u00e4\u00f6\u00fc'])
        expectRefusal(await call(path, sample.body, { 'idempotency-key': key }), `key ${key}`);
    });

    if (isJson)
      it('malformed, wrong and oversized bodies [D-4.08] [P-7.108]', async () => {
        await forgetFailures();
        const sample = sampleOf(name);
        const path = toAddress(endpoint, sample);
        for (const text of [
          '{',
          '{"a":',
          'nul',
          '"',
          '{"a":1,}',
          "{'a':1}",
          '[1',
          '{"__proto__":{"a":1}}',
          '\0',
          '{"a":\u0001}',
        ])
          expectRefusal(await call(path, text), JSON.stringify(text));
        for (const text of ['null', '1', '"text"', '[]', '[{}]', 'true']) {
          const answer = await call(path, text);
          if (text === 'null') expectNoFailure(answer, text);
          else if (text !== '[]' || endpoint.body) expectRefusal(answer, text);
        }
        expectRefusal(await call(path, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 'deep nesting');
        expect(await call(path, { ...sample.body, padding: 'x'.repeat(1_100_000) })).toMatchObject({
          status: 413,
          body: { error: { code: 'too_large' } },
        });
        for (const unknown of ['unknown_field', 'is_admin', 'school_id', 'constructor', 'toString'])
          expectRefusal(await call(path, { ...sample.body, [unknown]: 1 }), `unknown ${unknown}`, 'body');
        for (const type of [
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'image/png',
          'nonsense',
        ])
          expect(await call(path, '{}', { 'content-type': type }), type).toMatchObject({
            status: 415,
            body: { error: { code: 'unsupported_media' } },
          });
        const form = { 'content-type': 'multipart/form-data; boundary=x' };
        expect((await call(path, '--x--\r\n', form)).status, 'a form instead of JSON').toBe(415);
      });

    if (isJson && endpoint.body)
      it('wrong values in each field of its body [D-4.08] [P-7.108]', async () => {
        const sample = sampleOf(name);
        const path = toAddress(endpoint, sample);
        for (const field of fieldsOf(endpoint.body)) {
          const { [field.name]: _, ...rest } = sample.body ?? {};
          if (field.isRequired) expectRefusal(await call(path, rest), `without ${field.name}`, field.name);
          await forgetFailures();
          await check(
            fc.asyncProperty(nastyValue, async (value) => {
              const answer = await call(path, { ...sample.body, [field.name]: value });
              const what = `body.${field.name} = ${JSON.stringify(value)?.slice(0, 200)}`;
              if (isWrongType(field, value)) expectRefusal(answer, what, field.name);
              else expectNoFailure(answer, what);
            }),
          );
        }
      });
  });
}

describe('a range of dates', () => {
  it.each([
    ['0000-01-01', '0000-01-07'],
    ['0001-01-01', '0001-01-02'],
    ['1899-12-31', '1900-01-02'],
    ['9999-12-30', '9999-12-31'],
    ['2026-11-20', '2026-11-16'],
    ['2026-01-01', '2026-12-31'],
  ])('%s to %s is refused with the field named [D-4.08] [P-9.21]', async (begins_at, ends_at) => {
    const { grade, people } = fuzz.school;
    const query = `begins_at=${begins_at}&ends_at=${ends_at}`;
    for (const path of [
      `/v1/timetables/entities/users/${people.student.id}?${query}`,
      `/v1/timetables/entities/grades/${grade}?${query}`,
      `/v1/public/timetables/amsel/grades/${grade}?${query}`,
    ]) {
      const answer = await fuzz.server.request('GET', path, { token: fuzz.token() });
      expect(answer, path).toMatchObject({ status: 422, body: { error: { code: 'invalid' } } });
      expect(answer.body.error.issues[0].path).toMatch(/^query\.(begins|ends)_at$/);
    }
  });
});

describe('a form', () => {
  const path = '/v1/timetable-service/upload';
  const post = (body: string | FormData, headers: Record<string, string> = {}) =>
    fuzz.server.request('POST', path, { token: fuzz.token(), body, headers });
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };

  it('that is broken is refused [D-4.08]', async () => {
    for (const [what, body, headers] of [
      ['nothing', '', boundary],
      ['no end', '--x\r\ncontent-disposition: form-data; name="files"; filename="a.csv"\r\n\r\nabc', boundary],
      ['no start', 'abc', boundary],
      ['no boundary', '--x--', { 'content-type': 'multipart/form-data' }],
      ['no name', '--x\r\ncontent-disposition: form-data\r\n\r\nabc\r\n--x--\r\n', boundary],
      ['no header', '--x\r\n\r\nabc\r\n--x--\r\n', boundary],
      ['a bad header', '--x\r\n\0\u0001: y\r\n\r\nabc\r\n--x--\r\n', boundary],
      ['no file', '--x--\r\n', boundary],
      ['JSON', '{}', { 'content-type': 'application/json' }],
    ] as const)
      expectRefusal(await post(body, headers), what);
  });

  it('with wrong, unknown, doubled or too large fields is refused and stores nothing [D-4.08]', async () => {
    const withField = (name: string, value: string) => {
      const form = new FormData();
      form.append(name, value);
      form.append('files', new Blob(['x']), 'x.csv');
      return form;
    };
    for (const [name, value] of [
      ['source', 'unknown'],
      ['source', '\ud800'],
      ['school_year', "2026 / 2027'; drop table users; --"],
      ['grid', '{'],
      ['grid', JSON.stringify([{ hour: '\ud800', begins_at: '08:00', ends_at: '08:45' }])],
      ['grid', JSON.stringify([{ hour: 'a\0', begins_at: '08:00', ends_at: '08:45' }])],
      ['grid', 'x'.repeat(70_000)],
      ['anchor', '2026-02-30'],
      ['anchor', '0000-01-03'],
      ['do_not_print', 'perhaps'],
      ['is_admin', '1'],
      ['__proto__', '1'],
      ['x'.repeat(300), '1'],
    ] as const)
      expectRefusal(await post(withField(name, value)), `${name} = ${value.slice(0, 60)}`);
    const doubled = withField('source', 'csv');
    doubled.append('source', 'asc');
    expectRefusal(await post(doubled), 'source twice');
    const many = new FormData();
    for (let count = 0; count < 200; count += 1) many.append('files', new Blob(['x']), `${count}.csv`);
    expectRefusal(await post(many), 'many files');
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a control character in a header', 'GET /v1/users/self HTTP/1.1\r\nhost: x\r\na: \u0001\r\n\r\n'],
    ['a header of 100 kB', `GET /v1/users/self HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    ['a raw path', 'GET /v1/../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['a half character', 'GET /v1/find-schools?keyword=\xff\xfeabc HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('%s gets a 4xx in the shape of the contract [D-4.08]', async (_, bytes) => {
    const text = await sendRaw(fuzz.server.url, Buffer.from(bytes, 'latin1'));
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    const body = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    expect(body.error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });
});

describe('after all of it', () => {
  it('the server still answers and nothing was written [D-4.08]', async () => {
    expect((await fuzz.server.request('GET', '/v1/users/self', { token: fuzz.token() })).status).toBe(200);
    expect(await fuzz.countRows()).toEqual(before);
  });
});
