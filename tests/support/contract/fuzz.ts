import { isChanging } from '@kreide/core/kernel';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkFuzz, countRows, expectNoFailure, expectRefusal, forgetFailures } from '../fuzz.ts';
import { fieldsOf, isWrongType, NASTY_TEXTS, nastyText, nastyValue } from '../fuzz-input.ts';
import type { TestAnswer } from '../server.ts';
import { type Callable, toAddress } from './calls.ts';
import { MADE_UP, oneOf, seedOf, standsForKind, standsForSchema } from './depth.ts';
import type { Stage } from './world.ts';

/** Two dots go a folder up before the request is sent: what stands there may answer, as long as it fails at nothing. */
const expectRawRefusal = (answer: TestAnswer, what: string, raw: string) =>
  raw === '%2e%2e' && answer.status < 400 ? expectNoFailure(answer, what) : expectRefusal(answer, what);

/** Text that reaches a handler, and what a handler may hand on to the database: never left out, however many values are. */
const IN_EACH_FIELD = ['a\0b', '_%\\'] as const;

/**
 * Breaks every part of each endpoint's input: expects a 4xx in the contract's shape, and nothing written. What is judged
 * before the handler, by the kernel or by a field's schema, is tried in full at one endpoint for each kind and schema of
 * the contract, and in part at all others (`depth.ts`).
 */
export function describeFuzz(stage: Stage, callables: readonly Callable[]): void {
  /** The rows after the tests of the endpoint before. */
  let counted: Record<string, number> | undefined;
  for (const { name, endpoint, isEnding } of callables) {
    const isForKind = standsForKind(name, endpoint);
    const isJson = isChanging(endpoint) && (!endpoint.upload || endpoint.upload.is_optional === true);
    let token: string | undefined;
    /** A mutation succeeded, as it may where something is created: then there are new rows. */
    let isAccepted = false;
    const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
      token ??= await stage.tokenOf(stage.here, isEnding ? 'employee' : 'admin', isEnding);
      const answer = await stage.server.request(endpoint.method, path, { token, body, headers });
      if (answer.status < 400 && isEnding) token = undefined;
      if (answer.status < 400 && isChanging(endpoint)) isAccepted = true;
      return answer;
    };

    describe(`${name} is never failed by`, () => {
      beforeAll(async () => {
        counted ??= await countRows(stage.server);
      });

      it('what stands in its address [D-4.08]', async () => {
        await forgetFailures(stage);
        const sample = stage.sampleOf(name);
        for (const part of ['params', 'query'] as const)
          for (const field of fieldsOf(endpoint[part]))
            for (const value of standsForSchema(name, part, field)
              ? NASTY_TEXTS
              : [...IN_EACH_FIELD, oneOf(NASTY_TEXTS, `${name} ${field.name}`)]) {
              const path = toAddress(endpoint, { ...sample, [part]: { ...sample[part], [field.name]: value } });
              expectNoFailure(await call(path, sample.body), `${part}.${field.name} = ${JSON.stringify(value)}`);
            }
        for (const field of fieldsOf(endpoint.query)) {
          const { [field.name]: _, ...rest } = sample.query ?? {};
          const answer = await call(toAddress(endpoint, { ...sample, query: rest }), sample.body);
          if (field.isRequired) expectRefusal(answer, `without ${field.name}`, field.name);
          else expectNoFailure(answer, `without ${field.name}`);
          if (!standsForSchema(name, 'query', field)) continue;
          const twice = toAddress(endpoint, { ...sample, query: rest });
          const glue = twice.includes('?') ? '&' : '?';
          const doubled = await call(`${twice}${glue}${field.name}=a&${field.name}=b`, sample.body);
          expectRefusal(doubled, `${field.name} twice`, field.name);
        }
        const isRawTried = (parameter: string) =>
          fieldsOf(endpoint.params).some((field) => field.name === parameter && standsForSchema(name, 'params', field));
        for (const parameter of Object.keys(sample.params ?? {}).filter((one) => isForKind || isRawTried(one)))
          for (const raw of ['%', '%zz', '%ff', '%c0%ae%c0%ae', '..%2f..%2f', '%2e%2e', 'a%00b', 'x'.repeat(600)])
            expectRawRefusal(
              await call(toAddress(endpoint, sample, { params: { [parameter]: raw } }), sample.body),
              `${parameter} = ${raw}`,
              raw,
            );
        if (!isForKind) return;
        for (const query of ['%', '%zz=1', 'a=%ff%fe', '&&==&', '__proto__=1', 'constructor[prototype]=1'])
          expectNoFailure(await call(toAddress(endpoint, sample, { query }), sample.body), query);
      });

      it('any text in its address [D-4.08]', async () => {
        await forgetFailures(stage);
        const sample = stage.sampleOf(name);
        const places = (['params', 'query'] as const).flatMap((part) =>
          fieldsOf(endpoint[part]).map((field) => ({ part, field })),
        );
        if (places.length === 0) return;
        await checkFuzz(
          fc.asyncProperty(fc.constantFrom(...places), nastyText, async ({ part, field }, value) => {
            const path = toAddress(endpoint, { ...sample, [part]: { ...sample[part], [field.name]: value } });
            expectNoFailure(await call(path, sample.body), `${part}.${field.name} = ${JSON.stringify(value)}`);
          }),
          MADE_UP.address,
          seedOf(name),
        );
      });

      if (isForKind)
        it('its headers [D-4.08]', async () => {
          await forgetFailures(stage);
          const sample = stage.sampleOf(name);
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
          if (endpoint.auth === 'public' || !isChanging(endpoint) || endpoint.idempotent === false) return;
          for (const key of ['short', 'with a blank', 'x'.repeat(101), 'umlaut-\u00e4\u00f6\u00fc']) {
            const answer = await call(path, sample.body, { 'idempotency-key': key });
            expectRefusal(answer, `key ${key}`);
            // A handler may refuse the sample, too, but not for its key.
            if (isJson) expect(answer.body.error.issues?.[0]?.path, `key ${key}`).toBe('header.idempotency-key');
          }
        });

      if (isJson)
        it('malformed, wrong and oversized bodies [D-4.08] [P-7.108]', async () => {
          await forgetFailures(stage);
          const sample = stage.sampleOf(name);
          const path = toAddress(endpoint, sample);
          expectRefusal(await call(path, { ...sample.body, unknown_field: 1 }), 'an unknown field', 'body');
          for (const text of ['null', '[]']) {
            const answer = await call(path, text);
            if (text === '[]' && endpoint.body) expectRefusal(answer, text);
            else expectNoFailure(answer, text);
          }
          if (!isForKind) return;
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
          for (const text of ['1', '"text"', '[{}]', 'true']) expectRefusal(await call(path, text), text);
          expectRefusal(await call(path, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 'deep nesting');
          expect(await call(path, { ...sample.body, padding: 'x'.repeat(1_100_000) })).toMatchObject({
            status: 413,
            body: { error: { code: 'too_large' } },
          });
          for (const unknown of ['is_admin', 'school_id', 'constructor', 'toString'])
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
          const status = endpoint.upload ? 422 : 415;
          expect((await call(path, '--x--\r\n', form)).status, 'a form instead of JSON').toBe(status);
        });

      if (isJson && endpoint.body)
        it('wrong values in each field of its body [D-4.08] [P-7.108]', async () => {
          const sample = stage.sampleOf(name);
          const path = toAddress(endpoint, sample);
          for (const field of fieldsOf(endpoint.body)) {
            const { [field.name]: _, ...rest } = sample.body ?? {};
            if (field.isRequired) expectRefusal(await call(path, rest), `without ${field.name}`, field.name);
            await forgetFailures(stage);
            const send = async (value: unknown) => {
              const answer = await call(path, { ...sample.body, [field.name]: value });
              const what = `body.${field.name} = ${JSON.stringify(value)?.slice(0, 200)}`;
              if (isWrongType(field, value)) expectRefusal(answer, what, field.name);
              else expectNoFailure(answer, what);
            };
            await send(IN_EACH_FIELD[0]);
            const salt = seedOf(`${name} ${field.name}`);
            await checkFuzz(fc.asyncProperty(nastyValue, send), MADE_UP.field, salt);
          }
        });

      it('all of that: the server still answers, and refusals wrote nothing [D-4.08]', async () => {
        const token = await stage.tokenOf(stage.here, 'admin');
        expect((await stage.server.request('GET', '/v1/users/self', { token })).status).toBe(200);
        const before = counted;
        counted = await countRows(stage.server);
        if (!isAccepted) expect(counted).toEqual(before);
      });
    });
  }
}
