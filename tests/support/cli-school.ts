import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createCli } from './cli-process.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD } from './people.ts';
import { startTestServer, type TestServer } from './server.ts';

const HEAD = 'lesson_id;classes;teachers;subject;rooms;weekday;period';
/** Six lessons of two classes, as CSV. */
export const ROWS = [
  '1;10b;Bg;MA;204;2;3',
  '2;10b;Li;DE;105;2;4',
  '3;10b;Bg;PH;L1;4;1',
  '4;7a;Li;DE;105;1;1',
  '5;7a;Bg;MA;204;1;2',
  '6;7a;Bg;MA;204;3;2',
];

/** What changes from test to test. */
interface Current {
  server: TestServer;
  /** An administrator is `admin`, a pupil `ada`. */
  school: BuiltSchool;
  cli: ReturnType<typeof createCli>;
}

/** One real server per file; a home directory and a school for each test. */
export function useCliSchool() {
  const current = {} as Current;
  let schools = 0;
  beforeAll(async () => {
    current.server = await startTestServer();
  });
  afterAll(() => current.server.stop());
  beforeEach(async () => {
    current.cli = createCli();
    schools += 1;
    const { kysely } = current.server.test.database;
    current.school = await buildSchool(kysely, `amsel-${schools}`);
    await buildUser(kysely, current.school.id, 'admin', 'ADMIN');
    await buildUser(kysely, current.school.id, 'ada', 'STUDENT');
  });
  afterEach(() => current.cli.remove());

  /** A person's credentials as environment variables. */
  const as = (username: string, address = current.server.url) => ({
    KREIDE_SERVER: address,
    KREIDE_SCHOOL: current.school.slink,
    KREIDE_USERNAME: username,
    KREIDE_PASSWORD: PASSWORD,
  });
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(current.cli.home, name), content);
    return name;
  };
  return {
    current,
    as,
    write,
    /** Writes a plan with these rows; returns its name. */
    plan: (rows: readonly string[] = ROWS, name = 'plan.csv') => write(name, [HEAD, ...rows, ''].join('\n')),
    /** States of the school's uploads, oldest first. */
    async states(): Promise<string[]> {
      const rows = await current.server.test.database.kysely
        .selectFrom('timetable_uploads')
        .select('state')
        .where('school_id', '=', current.school.id)
        .orderBy('id')
        .execute();
      return rows.map(({ state }) => state);
    },
    /** Number of sessions of the school's people. */
    async sessions(): Promise<number> {
      const { rows } = await current.server.test.database.pool.query('select 1 from sessions where school_id = $1', [
        current.school.id,
      ]);
      return rows.length;
    },
  };
}
