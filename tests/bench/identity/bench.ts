import { closeOwnTestServer } from '../../support/database.ts';
import { startDirectoryPeer } from '../../support/directory-peer.ts';
import { directoryDraft, resetPeer } from '../../support/directory-school.ts';
import { OPENID } from '../../support/drivers.ts';
import { startOpenIdPeer } from '../../support/openid-peer.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../support/people.ts';
import { crowd, ENTRIES, SOURCES, toPeerEntries } from '../../support/people-directory.ts';
import { type Importing, savePeople, settledRun } from '../../support/people-imports.ts';
import { connectScim, person } from '../../support/scim.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type BenchRow, median } from '../row.ts';

const APP = 'https://app.school.example';
const PEOPLE = 5_000;
const SYNC_SECONDS = 10;
const OPERATIONS = 2_000;
/** As many at a time as Entra sends. */
const AT_ONCE = 4;
const SIGN_INS = 40;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

async function inLanes(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** 5,000 people of a directory are read and compared once more, and nothing has changed. The peer runs in this process. */
async function runSync(): Promise<BenchRow> {
  const peer = await startDirectoryPeer({ isTls: true });
  const server = await startTestServer({ checkAnswers: false, env: { KREIDE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  try {
    resetPeer(peer);
    peer.entries = toPeerEntries([...ENTRIES, ...crowd(PEOPLE)]);
    const school = await buildSchool(server.test.database.kysely, 'bench');
    await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
    const token = await signIn(server, school.slink, 'admin');
    const importing: Importing = { server, token, schoolId: school.id };
    const call = async (method: 'PUT' | 'POST', path: string, body?: object) => {
      const answer = await server.request(method, `/v1/schools/${school.id}${path}`, { token, ...(body && { body }) });
      if (answer.status !== 200) throw new Error(answer.text);
    };
    const driver = directoryDraft(`ldaps://127.0.0.1:${peer.port}`);
    await call('PUT', '/auth-driver/settings', {
      ...driver,
      is_on: true,
      passwords: 'EVERYBODY',
      password: PASSWORD,
      updated_at: null,
    });
    await call('PUT', '/auth-driver/sources', { sources: [SOURCES.pupils], updated_at: null });
    await call('POST', '/data-sync');
    const saved = await savePeople(importing, await settledRun(importing), { accept_classes: ['5a', '7b', '9z'] });
    if (saved.state !== 'SAVED') throw new Error(`the import is ${saved.state}`);
    let unchanged = 0;
    const took = await timed(async () => {
      await call('POST', '/data-sync');
      unchanged = (await settledRun(importing)).counts?.unchanged ?? 0;
    });
    const seconds = took / 1000;
    return {
      name: '5,000 people of a directory read and compared, nothing changed',
      value: seconds,
      limit: `≤ ${SYNC_SECONDS}`,
      unit: 's',
      ok: seconds <= SYNC_SECONDS && unchanged >= PEOPLE,
      detail: `${unchanged} unchanged`,
    };
  } finally {
    await server.stop();
    await peer[Symbol.asyncDispose]();
  }
}

/** People made by SCIM, one call each, beside the rows of each in a transaction of its own. */
async function runScim(server: TestServer): Promise<BenchRow> {
  const { kysely, pool } = server.test.database;
  const school = await buildSchool(kysely, 'scim');
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  const peer = await connectScim(server, school, await signIn(server, school.slink, 'admin'));
  const ours = (from: number, count: number) =>
    inLanes(count, async (index) => {
      const answer = await peer.call('POST', '/Users', person(`scim${from + index}`));
      if (answer.status !== 201) throw new Error(answer.text);
    });
  const bare = (from: number, count: number) =>
    inLanes(count, async (index) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query(
          `insert into users (school_id, username, firstname, lastname, type, role) values ($1, $2, 'Lina', 'Berg', 'STUDENT', 'STUDENT')
           returning id`,
          [school.id, `bare${from + index}`],
        );
        await client.query(
          `insert into user_import_identities (school_id, user_id, source, external_id) values ($1, $2, 'bench', $3)`,
          [school.id, rows[0].id, `bare${from + index}`],
        );
        await client.query('commit');
      } finally {
        client.release();
      }
    });
  // The first ones warm both sides.
  await ours(0, 200);
  await bare(0, 200);
  const [us, them] = [await timed(() => ours(200, OPERATIONS)), await timed(() => bare(200, OPERATIONS))];
  return {
    name: '2,000 people made by SCIM, four calls at a time',
    value: them / us,
    limit: '≥ 0.3',
    unit: '× bare inserts',
    ok: them / us >= 0.3,
    detail: `${Math.round(us)} ms against ${Math.round(them)} ms`,
  };
}

/** A sign-in at a service of OpenID Connect, without the pages of the service, beside one with a password. */
async function runOpenId(): Promise<BenchRow> {
  const peer = await startOpenIdPeer([`${APP}/sso-verify/bench`]);
  const server = await startTestServer({ checkAnswers: false, env: { ...peer.env, KREIDE_URL: APP } });
  try {
    const { kysely } = server.test.database;
    const school = await buildSchool(kysely, 'bench');
    await buildUser(kysely, school.id, 'admin', 'ADMIN');
    await buildUser(kysely, school.id, 'ada', 'STUDENT');
    peer.people = { one: { preferred_username: 'ada' } };
    peer.who = 'one';
    const saved = await server.request('PUT', `/v1/schools/${school.id}/auth-driver/settings`, {
      token: await signIn(server, school.slink, 'admin'),
      body: {
        ...OPENID,
        name: 'Portal',
        issuer: peer.issuer,
        client: peer.client,
        client_secret: peer.secret,
        scope: 'openid profile',
        match_claim: 'preferred_username',
        match_field: 'username',
        is_on: true,
        passwords: 'EVERYBODY',
        password: PASSWORD,
        updated_at: null,
      },
    });
    if (saved.status !== 200) throw new Error(saved.text);
    const service = async () => {
      const body = { slink: 'bench', stayLoggedIn: false };
      let url = '';
      let cookie = '';
      const began = await timed(async () => {
        const answer = await server.request('POST', '/v1/auth/service/begin', { body });
        url = answer.body.data.url;
        cookie = answer.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ');
      });
      const back = await peer.visit(url);
      const ended = await timed(async () => {
        const answer = await server.request('POST', '/v1/auth/service/finish', {
          body: { slink: 'bench', ...Object.fromEntries(back.searchParams) },
          headers: { cookie },
        });
        if (answer.status !== 200) throw new Error(answer.text);
      });
      return began + ended;
    };
    const password = () => timed(() => signIn(server, 'bench', 'ada', PASSWORD));
    const ratios: number[] = [];
    const took: [number, number][] = [];
    for (let count = 0; count <= SIGN_INS; count += 1) {
      server.clock.set(new Date(server.clock.now().getTime() + 60_000));
      const pair: [number, number] = [await service(), await password()];
      // The first ones load the library and read the description of the service.
      if (count === 0) continue;
      took.push(pair);
      ratios.push(pair[0] / pair[1]);
    }
    const value = median(ratios);
    return {
      name: 'a sign-in by OpenID Connect, without the pages of the service',
      value,
      limit: '≤ 3',
      unit: '× password',
      ok: value <= 3,
      detail: `${Math.round(median(took.map(([one]) => one)))} ms, with the answers of the service in it, against ${Math.round(median(took.map(([, other]) => other)))} ms`,
    };
  } finally {
    await server.stop();
    await peer[Symbol.asyncDispose]();
  }
}

/** What signing in elsewhere and people from elsewhere cost. */
export async function runIdentityBench(): Promise<BenchRow[]> {
  try {
    const rows = [await runOpenId(), await runSync()];
    const server = await startTestServer({ checkAnswers: false });
    try {
      return [...rows, await runScim(server)];
    } finally {
      await server.stop();
    }
  } finally {
    await closeOwnTestServer();
  }
}
