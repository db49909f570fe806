import { connect } from 'node:net';
import { ERROR_STATUS } from '@kreide/core/kernel';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestAnswer, TestServer } from './server.ts';

/** Fixed, so that a run can be repeated; fast-check prints it when a run fails. `npm run test:deep` does more runs. */
const SEED = Number(process.env.KREIDE_FUZZ_SEED ?? 20_261_118);
/** Generated values per field. */
export const FUZZ_RUNS = Number(process.env.KREIDE_FUZZ_RUNS ?? 5);

/** Checks a property with generated values, others for each `salt`. */
export function checkFuzz(property: fc.IAsyncProperty<unknown>, numRuns = FUZZ_RUNS, salt = 0): Promise<void> {
  return fc.assert(property, { seed: SEED + salt, numRuns });
}

/** Failed sign-ins are throttled after a while; each case starts with a clean slate. */
export async function forgetFailures({ server }: { server: TestServer }): Promise<void> {
  await server.test.database.pool.query('delete from sign_in_failures');
}

/** Row counts that must not change: every table but those that sign-ins write, and what is recorded of them. */
export async function countRows({ test }: TestServer): Promise<Record<string, number>> {
  const { rows } = await test.database.pool.query<{ name: string; count: number }>(
    `select relname as name,
        (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text::int as count
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('sign_in_failures', 'sessions', 'known_senders', 'audit_log', 'audit_heads')
     union all
     select 'audit_log', count(*)::int from audit_log where action not like 'auth.sign%' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Expects a refusal in the contract's shape; one of its issues must have a path that contains `field`. */
export function expectRefusal(answer: TestAnswer, what: string, field?: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  const { error } = answer.body ?? {};
  expect(error, what).toMatchObject({
    code: expect.any(String),
    message: expect.stringMatching(/\S/),
    request_id: expect.stringMatching(/\S/),
  });
  expect(ERROR_STATUS[error.code as keyof typeof ERROR_STATUS], what).toBe(answer.status);
  if (field !== undefined && error.code === 'invalid')
    expect(
      error.issues.some(({ path }: { path: string }) => `.${path}.`.includes(`.${field}.`)),
      `${what}: ${answer.text.slice(0, 400)}`,
    ).toBe(true);
}

/** Never a 5xx: either a refusal in the contract's shape, or an answer. */
export function expectNoFailure(answer: TestAnswer, what: string, field?: string): void {
  if (answer.status >= 400) expectRefusal(answer, what, field);
  else expect([200, 204, 304], what).toContain(answer.status);
}

/** Sends raw bytes and reads until the server closes: for what no HTTP client would send. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
  });
}
