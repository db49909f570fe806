import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../packages/server/src/commands/program.ts';
import { startDemo } from '../../packages/server/src/demo/host.ts';
import { fixedClock } from '../../packages/server/src/kernel/clock.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import { slowDown } from '../support/busy-machine.ts';
import { createTestDatabase } from '../support/database.ts';
import { PLAN_HEAD, publishPlan, publishUpload, uploadPlan } from '../support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../support/people.ts';
import { savePeople, settledRun, uploadPeople } from '../support/people-imports.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

const PLAN = [PLAN_HEAD, '1;10b;Bg;MA;204;2;3'];
const PEOPLE = ['ID;Nachname;Vorname;Klasse', '1;Groß;Zoë;5a'];

let server: TestServer;
let school: BuiltSchool;
let token: string;
let quicken: (() => Promise<void>) | null = null;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  school = await buildSchool(server.test.database.kysely, `amsel-${schools}`);
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  token = await signIn(server, school.slink, 'admin');
});
afterEach(async () => {
  await quicken?.();
  quicken = null;
});

const slow = async () => {
  quicken = await slowDown(server.test);
};
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.request(method, `/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  expect([200, 204], answer.text).toContain(answer.status);
  return answer.body?.data;
};
const importing = () => ({ server, token, schoolId: school.id });

/** What somebody prepares, and then does on a machine that has become busy. */
const WORK: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a plan is published': async () => {
    const upload = await uploadPlan(server, token, PLAN);
    return () => publishUpload(server, token, upload);
  },
  'a publication is taken back': async () => {
    const { uuid } = await publishPlan(server, token, PLAN);
    return () => call('POST', `/timetable-service/uploads/${uuid}/undo`);
  },
  'a list of people is saved and taken back, by tasks': async () => {
    const run = await uploadPeople(importing(), PEOPLE);
    return async () => {
      const saved = await savePeople(importing(), run);
      expect(saved).toMatchObject({ state: 'SAVED' });
      // The order itself is one row of a request, which is refused here.
      await server.test.asOwner(`update user_imports set state = 'UNDOING' where id = ${saved.id};
        select graphile_worker.add_job('user-import:resume', '{}'::json)`);
      expect(await settledRun(importing())).toMatchObject({ state: 'UNDONE' });
    };
  },
  'somebody is erased': async () => {
    const { id } = await buildUser(server.test.database.kysely, school.id, 'ada', 'STUDENT');
    await call('DELETE', `/users/${id}`);
    return () => call('DELETE', `/users/${id}/hard-delete`);
  },
  'the year is changed': async () => {
    const { pool } = server.test.database;
    await pool.query('update school_years set ends_at = $1 where id = $2', ['2026-12-18', school.yearId]);
    await pool.query(
      `insert into school_years (school_id, name, begins_at, ends_at) values ($1, '2027 / 2028', '2027-01-04', '2028-01-15')`,
      [school.id],
    );
    const { revision } = await call('GET', `/schools/${school.id}/year-change`);
    return async () => {
      const { id } = await call('POST', '/timetables/upgrade-grades', { revision });
      await call('PUT', `/schools/${school.id}/year-change/${id}/revert`);
    };
  },
  'a command of the operator is run': async () => async () => {
    vi.stubEnv('DATABASE_URL', server.test.connectionString);
    vi.stubEnv('DATABASE_OWNER_URL', server.test.ownerConnectionString);
    vi.stubEnv('KREIDE_DATA', server.dataFolder);
    const words = ['school', 'purpose', '--slink', school.slink, '--purpose', 'internal'];
    try {
      await createProgram(() => {}).parseAsync(['node', 'kreide-server', ...words]);
    } finally {
      vi.unstubAllEnvs();
    }
  },
};

describe('on a machine on which no statement is done within the limit of requests', () => {
  it('a request is cancelled', async () => {
    await slow();
    const answer = await server.request('POST', '/v1/timetables/years', {
      token,
      body: { begins_at: '2027-08-01', ends_at: '2028-07-15' },
    });
    expect(answer.status).toBe(503);
  });

  it.each(Object.entries(WORK))('%s', async (_, prepare) => {
    const work = await prepare();
    await slow();
    await work();
  });

  it('the demo is made', async () => {
    await using test = await createTestDatabase();
    const files = await mkdtemp(join(tmpdir(), 'kreide-demo-'));
    const { connectionString, database } = test;
    await slowDown(test);
    try {
      await startDemo({
        kysely: database.kysely,
        connectionString,
        files: { folder: files, s3: null },
        clock: fixedClock(TEST_NOW),
        log: silentLog,
        changed: () => {},
        say: () => {},
      });
      const { rows } = await database.pool.query('select slink from schools order by slink');
      expect(rows).toEqual([{ slink: 'demo' }, { slink: 'demo2' }]);
    } finally {
      await rm(files, { recursive: true });
    }
    // A busy machine may be the one that tests.
  }, 180_000);
});
