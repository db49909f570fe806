import { beforeAll, describe, expect, it } from 'vitest';
import { forgetFailures } from '../fuzz.ts';
import { fieldsOf } from '../fuzz-input.ts';
import type { TestAnswer } from '../server.ts';
import { type Asking, type Callable, sendCall } from './calls.ts';
import { COLUMNS, type Column, type RightsRow, readRights } from './rights-table.ts';
import type { Stage } from './world.ts';

/** Endpoints without authentication: what they show is public, or the address is the secret. */
const isOpen = ({ endpoint: { auth } }: Callable) => auth === 'public' || auth === 'feed';
const isForeign = ({ object }: RightsRow) => /other_school/.test(object);
const keyOf = ({ endpoint, object }: RightsRow) => `${endpoint} ${object}`;

/** Checks a feature's hand-written rights table: one real request for each cell. */
export function describeRights(stage: Stage, callables: readonly Callable[], table: string): void {
  const rows = readRights(table);
  const rowsOf = ({ name }: Callable) => rows.filter(({ endpoint }) => endpoint === name);

  describe('the table of rights', () => {
    it('has no row twice, for every row a way to ask, and no way to ask without its row', () => {
      const keys = rows.map(keyOf);
      expect(new Set(keys).size).toBe(keys.length);
      const isBySample = (key: string) => /^\S+ (none|own)$/.test(key);
      const ways = callables.flatMap(({ name, asks }) => Object.keys(asks).map((object) => `${name} ${object}`));
      expect(ways.filter((key) => !key.endsWith(' sample') && !keys.includes(key))).toEqual([]);
      expect(keys.filter((key) => !ways.includes(key) && !isBySample(key))).toEqual([]);
    });

    for (const callable of callables.filter((one) => !isOpen(one))) {
      const { name, endpoint } = callable;
      // One of a closed list is nobody's object.
      const named = (part: Parameters<typeof fieldsOf>[0]) =>
        fieldsOf(part).filter(({ schema }) => !('enum' in schema));
      const fields = [endpoint.params, endpoint.query, endpoint.body].flatMap(named);
      const naming = fields.filter((field) => /^(id|uuid)$|_(id|uuid)s?$/.test(field.name));
      const wanted = Math.max(naming.length, named(endpoint.params).length > 0 ? 1 : 0);
      if (wanted > 0)
        it(`asks for another school’s object wherever ${name} names one, and expects 403 or 404 [D-4.06]`, () => {
          const foreign = rowsOf(callable).filter(isForeign);
          expect(foreign.length, 'rows of another school').toBeGreaterThanOrEqual(wanted);
          for (const { expected } of foreign)
            for (const column of COLUMNS)
              expect(column === 'anonymous' ? [401] : [403, 404], column).toContain(expected[column]);
        });

      it(`expects 401 of everybody who calls ${name} without a session [D-4.07]`, () => {
        for (const row of rowsOf(callable)) expect(row.expected.anonymous, keyOf(row)).toBe(401);
      });
    }
  });

  describe('a real request', () => {
    beforeAll(() => forgetFailures(stage));

    const send = async (callable: Callable, { object }: RightsRow, asking: Asking): Promise<TestAnswer> => {
      const token = await stage.tokenOf(asking.here, asking.column, callable.isEnding);
      const input = await (callable.asks[object] ?? callable.asks.sample)?.(asking);
      return sendCall(stage.server, callable.endpoint, input ?? {}, token);
    };

    for (const callable of callables)
      for (const row of rowsOf(callable)) {
        it(`${keyOf(row)} answers each role as the table says, in the one envelope [D-4.06] [D-4.07] [C-7.121]`, async () => {
          const { here, there } = stage;
          const found: Record<string, number> = {};
          for (const column of COLUMNS) {
            const answer = await send(callable, row, stage.asking(column));
            found[column] = answer.status;
            expectEnvelope(answer, column);
            expect(answer.text, `${column} reads something of the other school`).not.toContain(there.mark);
            expect(answer.text, `${column} reads something of the other school`).not.toContain(there.school.uuid);
            if (answer.status >= 400) expect(answer.text, `${column} is told too much`).not.toContain(here.mark);
          }
          expect(found).toEqual(row.expected);
        });

        // A 404 for a missing object would prove nothing: asked for by its own school, the same object is found.
        if (isForeign(row) && !isOpen(callable))
          it(`${keyOf(row)} would be answered by a handler that forgets to check the school [D-4.06]`, async () => {
            const { there } = stage;
            const found: Partial<Record<Column, number>> = {};
            for (const column of COLUMNS.filter((one) => one !== 'anonymous').reverse()) {
              const { status } = await send(callable, row, stage.asking(column, { here: there, there }));
              if (![401, 403, 404].includes(status)) return;
              found[column] = status;
            }
            expect.fail(`Nobody of the other school reaches its own object: ${JSON.stringify(found)}`);
          });
      }

    for (const callable of callables.filter((one) => !isOpen(one)))
      it(`to ${callable.name} with a made-up token is a dead session [D-4.07]`, async () => {
        const sample = stage.sampleOf(callable.name);
        expect(await sendCall(stage.server, callable.endpoint, sample, 'made-up')).toMatchObject({
          status: 401,
          body: { error: { code: 'session_expired' } },
        });
      });
  });
}

/** `{ data, meta }`, plus the tokens for a sign-in, or `{ error, meta }` with the message for the screen (P-8.08). */
function expectEnvelope({ status, body }: TestAnswer, what: string): void {
  if (body === undefined) return;
  expect(body.meta, what).toEqual(status < 400 ? expect.any(Object) : { errors: [body.error.message] });
  if (status < 400) expect('data' in body || 'access_token' in body, what).toBe(true);
  else expect(body.error, what).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
}
