import { connect } from 'node:net';
import { expect } from 'vitest';
import type { EndpointDeclaration } from '../../packages/core/src/kernel/endpoint.ts';
import { ERROR_STATUS } from '../../packages/core/src/kernel/errors.ts';
import { buildFullSchool, type FullSchool } from './full-school.ts';
import { toAddressPart } from './fuzz-input.ts';
import type { Sample } from './fuzz-samples.ts';
import { signIn } from './people.ts';
import { startTestServer, type TestAnswer, type TestServer } from './server.ts';

export interface FuzzServer {
  server: TestServer;
  school: FullSchool;
  /** The administrator: passes the coarse right, so that the input itself is judged. */
  token(): string;
  /** What must stay as it is: rows of every table but the counters of failed sign-ins. */
  countRows(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** A server with one full, released school and its administrator signed in. */
export async function startFuzzServer(): Promise<FuzzServer> {
  const server = await startTestServer();
  const school = await buildFullSchool(server, 'amsel', 'zimtstern', {
    public_monitor: true,
    public_timetable: true,
    public_news: true,
  });
  const token = await signIn(server, 'amsel', school.people.admin.username);
  return {
    server,
    school,
    token: () => token,
    async countRows() {
      const { pool } = server.test.database;
      const { rows } = await pool.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relname not in ('sign_in_failures', 'sessions') order by 1`,
      );
      const counts: Record<string, number> = {};
      for (const { name } of rows)
        counts[name] = Number((await pool.query(`select count(*) from "${name}"`)).rows[0].count);
      return counts;
    },
    stop: () => server.stop(),
  };
}

/** `/v1/…` with the sample's values; `raw` values are put in as they are. */
export function toAddress(
  { path }: EndpointDeclaration,
  sample: Sample,
  raw: { params?: Record<string, string>; query?: string } = {},
): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => raw.params?.[name] ?? toAddressPart(sample.params?.[name] ?? ''),
  );
  const pairs = Object.entries(sample.query ?? {}).map(([name, value]) => `${name}=${toAddressPart(value)}`);
  const query = raw.query ?? pairs.join('&');
  return `/v1${filled}${query === '' ? '' : `?${query}`}`;
}

/** A refusal as the contract has it; `field` is the end of the path of an issue that must be among them. */
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
      error.issues.some((issue: { path: string }) => issue.path.split('.').includes(field)),
      `${what}: ${answer.text.slice(0, 400)}`,
    ).toBe(true);
}

/** Never a 5xx: either a refusal as the contract has it, or an answer. */
export function expectNoFailure(answer: TestAnswer, what: string, field?: string): void {
  if (answer.status >= 400) expectRefusal(answer, what, field);
  else expect([200, 204, 304], what).toContain(answer.status);
}

/** Sends bytes as they are and reads until the server closes: for what no HTTP client would send. */
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
