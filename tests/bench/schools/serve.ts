/** The measured side, in a process of its own: a real server with hundreds of schools, one of which imports its plan. */
import { closeOwnTestServer } from '../../support/database.ts';
import { PLAN_HEAD, publishPlan } from '../../support/imports.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { type SeededSchool, seedSchools } from '../../support/seeded-schools.ts';
import { startTestServer } from '../../support/server.ts';

const LESSONS = 300;
const GRADES = 12;
/** Rows of the imported plan: several times a large school. */
const IMPORTED = 20_000;

export interface Served {
  url: string;
  schools: SeededSchool[];
}
export interface Figures {
  /** Of the whole process so far, ms. */
  cpu: number;
  /** Size of the whole process, MB. */
  memory: number;
  loads: number;
  kept: { schools: number; bytes: number };
}
export type Message = 'figures' | 'forget' | 'import' | 'end';

const send = (message: unknown) => process.send?.(message);

const server = await startTestServer({ checkAnswers: false });
const { kysely, pool } = server.test.database;
const { plans } = server.server.features;
const schools = await seedSchools(pool, Number(process.argv[2]), { lessons: LESSONS, grades: GRADES });
const importing = await buildSchool(kysely, 'importing');
await buildUser(kysely, importing.id, 'admin', 'ADMIN');
const admin = await signIn(server, importing.slink, 'admin');

/** A plan whose rooms differ from one import to the next. */
function planOf(turn: number): string[] {
  const rows = Array.from({ length: IMPORTED }, (_, row) =>
    [
      `L${row >> 1}`,
      `K${row % 400}`,
      `T${row % 900}`,
      `S${row % 60}`,
      `R${(row + turn) % 500}`,
      1 + (row % 5),
      1 + (Math.floor(row / 5) % 10),
    ].join(';'),
  );
  return [PLAN_HEAD, ...rows];
}

let turn = 0;
process.on('message', async (message: Message) => {
  if (message === 'figures') {
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage.rss() / 2 ** 20;
    return send({ cpu: (user + system) / 1000, memory, loads: plans.figures.loads, kept: plans.size() });
  }
  if (message === 'forget') {
    plans.trust(true);
    return send('forgotten');
  }
  if (message === 'import') {
    turn += 1;
    return send((await publishPlan(server, admin, planOf(turn))).state);
  }
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
send({ url: server.url, schools });
