import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { closeOwnTestServer, createTestDatabase } from '../../support/database.ts';
import { buildSchool, buildUser, PASSWORD } from '../../support/people.ts';
import { requestAt, TEST_SECRET } from '../../support/server.ts';
import { createInstallation } from '../../support/server-process.ts';
import type { BenchRow } from '../row.ts';
import type { Flood } from './flood.ts';

const FLOOD = 1500;
const ACCOUNTS = 300;
const LIMIT_MS = 2000;
/** Sign-ins before anything is measured. */
const WARM_UP = 150;
/** A page may wait this long while the flood arrives, ms. */
const PAGE_LIMIT_MS = 1000;
const SCHOOL = '192.0.2.7';

/** A right password while 1,500 wrong ones wait, all from the address of one school; and a page meanwhile. */
export async function runSignInBench(): Promise<BenchRow[]> {
  const place = await createInstallation();
  const test = await createTestDatabase();
  try {
    const { kysely } = test.database;
    const { id } = await buildSchool(kysely, 'bench');
    const names = ['known', 'fresh', ...Array.from({ length: ACCOUNTS }, (_, index) => `p${index}`)];
    for (const name of names) await buildUser(kysely, id, name, 'STUDENT');
    const server = place.start({
      NODE_ENV: 'production',
      DATABASE_URL: test.connectionString,
      DATABASE_OWNER_URL: test.ownerConnectionString,
      KREIDE_SECRET: TEST_SECRET,
      KREIDE_TRUST_PROXY: 'loopback',
    });
    const url = await server.ready();
    const request = requestAt(url);
    const login = async (username: string, password: string, device_token: string | null = null) => {
      const begin = performance.now();
      const { status, body } = await request('POST', '/v1/auth/login', {
        body: { slink: 'bench', username, password, stayLoggedIn: false, is_native: true, device_token },
        headers: { 'x-forwarded-for': SCHOOL },
      });
      return { status, took: performance.now() - begin, device: body?.device_token as string };
    };
    /** As the app does: it asks again after the time that a refusal says. */
    const enter = async (username: string, device?: string) => {
      const begin = performance.now();
      for (;;) {
        const answer = await login(username, PASSWORD, device);
        if (answer.status !== 503) return { ...answer, took: performance.now() - begin };
        await pause(1000);
      }
    };
    const { device } = await login('known', PASSWORD);
    // A server that has been running for a while: its code is compiled, its connections are open.
    for (let round = 0; round < WARM_UP; round++)
      await Promise.all([login(`p${round % ACCOUNTS}`, PASSWORD), login(`warm-${round}`, 'wrong')]);

    /** What a sign-in and a page take while so many wrong ones are on the way. */
    async function under(nameOf: (index: number) => string, come: () => ReturnType<typeof login>) {
      const workerData: Flood = {
        url,
        slink: 'bench',
        address: SCHOOL,
        names: Array.from({ length: FLOOD }, (_, index) => nameOf(index)),
      };
      const flood = new Worker(new URL('./flood.ts', import.meta.url), { workerData });
      await once(flood, 'message');
      const statuses = once(flood, 'message') as Promise<[number[]]>;
      await pause(200);
      const pageBegin = performance.now();
      const page = request('GET', '/v1/public/schools/bench').then(() => performance.now() - pageBegin);
      const [right, pageTook, [answers]] = await Promise.all([come(), page, statuses]);
      const count = (status: number) => answers.filter((answer) => answer === status).length;
      const detail = `answer ${right.status}; the others: ${[422, 429, 503].map((status) => `${count(status)} × ${status}`).join(', ')}`;
      return { right, pageTook, detail };
    }
    const invented = await under(
      (index) => `nobody-${index}`,
      () => enter('fresh'),
    );
    const real = await under(
      (index) => `p${index % ACCOUNTS}`,
      () => enter('known', device),
    );
    const rowOf = (name: string, { right, detail }: typeof real): BenchRow => ({
      name,
      value: right.took,
      unit: 'ms',
      limit: `≤ ${LIMIT_MS}`,
      ok: right.status === 200 && right.took <= LIMIT_MS,
      detail,
    });
    const pages = Math.max(invented.pageTook, real.pageTook);
    return [
      rowOf('right password, new device, 1,500 unknown names there', invented),
      rowOf('right password, known device, 1,500 wrong ones there', real),
      { name: 'a page meanwhile', value: pages, unit: 'ms', limit: `≤ ${PAGE_LIMIT_MS}`, ok: pages <= PAGE_LIMIT_MS },
    ];
  } finally {
    await place.remove();
    await test.drop();
    await closeOwnTestServer();
  }
}
