import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import type { Decision, DecisionDraft, DeskDay, DeskLesson } from '../../../packages/core/src/features/desk/schema.ts';
import { type EditorAnswer, editorOf } from '../../../packages/core/src/features/planner/editor-columns.ts';
import { type BenchRow, median } from '../row.ts';
import { LARGEST } from './school.ts';
import type { Served } from './serve.ts';

/** A Thursday, the day after the clock of every test server. */
const DATE = '2026-11-19';
const ABSENT = 20;
const CHANGES = 200;
const DESK_MS = 200;
const PUBLISH_MS = 1_000;
const READ_P99_MS = 2_000;
/** How often each list is asked for; the first answers are not counted, they warm the server. */
const TIMES = 9;
const WARMING = 2;
/** Publications of each kind; the first warms the server, the best of the others counts: others share the machine. */
const ROUNDS = 3;

interface Answered<Data> {
  data: Data;
}

/** A planner's client of the measured server. */
class Desk {
  readonly pool: Pool;
  readonly database: pg.Pool;
  readonly served: Served;

  constructor(served: Served) {
    this.served = served;
    this.pool = new Pool(served.url, { connections: 200, pipelining: 1 });
    this.database = new pg.Pool({ connectionString: served.database, max: 2 });
  }

  async ask<Data>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    token = this.served.admin,
  ): Promise<Data> {
    const answer = await this.pool.request({
      method,
      path: `/v1/timetables${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as Answered<Data>).data;
  }

  /** The median time of a question that changes nothing, ms. */
  async timed(path: string): Promise<number> {
    const times: number[] = [];
    for (let time = 0; time < TIMES + WARMING; time += 1) {
      const begin = performance.now();
      await this.ask('GET', path);
      times.push(performance.now() - begin);
    }
    return median(times.slice(WARMING));
  }

  /** Puts something in force; ms until it is answered, and until the last message to a device is ordered. */
  async publish(path: string, body: object): Promise<{ answered: number; queued: number; messages: number }> {
    const { rows } = await this.database.query('select key from notification_runs');
    const before = await this.messages();
    const begin = performance.now();
    await this.ask('POST', path, body);
    const answered = performance.now() - begin;
    while ((await this.database.query('select key from notification_runs')).rows.length === rows.length) {
      if (performance.now() - begin > 60_000) throw new Error('nobody is told');
      await pause(5);
    }
    return { answered, queued: performance.now() - begin, messages: (await this.messages()) - before };
  }

  async messages(): Promise<number> {
    const { rows } = await this.database.query<{ many: string }>('select count(*) as many from push_deliveries');
    return Number(rows[0]?.many);
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.database.end();
  }
}

const row = (name: string, value: number, most: number, detail: string): BenchRow => ({
  name,
  value,
  limit: `≤ ${most}`,
  unit: 'ms',
  ok: value <= most,
  detail,
});

/** Twenty are ill: the day, who can take one lesson, and people for all of them. */
async function readDesk(desk: Desk): Promise<BenchRow[]> {
  for (const teacher_id of desk.served.teacherIds.slice(0, ABSENT))
    await desk.ask('POST', '/desk/absences', {
      teacher_id,
      bookable_id: null,
      grade_id: null,
      begins_at: DATE,
      ends_at: DATE,
      begins_time_id: null,
      ends_time_id: null,
      days: [],
      absence_reason_id: null,
      comment: null,
    });
  const { lessons } = await desk.ask<DeskDay>('GET', `/desk?date=${DATE}`);
  const open = lessons.filter(({ state }) => state === 'OPEN');
  const proposed = await desk.ask<{ teacher_id: number | null }[]>('GET', `/desk/proposal?date=${DATE}`);
  const taken = proposed.filter(({ teacher_id }) => teacher_id !== null).length;
  const of = `${ABSENT} absent, ${open.length} open lessons, ${LARGEST.teachers} teachers`;
  const first = open[0]?.lesson_id;
  const day = await desk.timed(`/desk?date=${DATE}`);
  const one = await desk.timed(`/desk/suggestions?date=${DATE}&lesson_id=${first}`);
  const answers = await desk.timed(`/desk/answers?date=${DATE}&lesson_id=${first}`);
  const proposal = await desk.timed(`/desk/proposal?date=${DATE}`);
  return [
    row('the desk of a day', day, DESK_MS, of),
    row('who can take one lesson', one, DESK_MS, of),
    row('what else can become of one lesson', answers, DESK_MS, of),
    row('people for all open lessons of the day', proposal, DESK_MS, `${of}, ${taken} taken`),
  ];
}

const ids = (units: readonly { id: number }[]) => units.map(({ id }) => id);

/** Says something about each lesson of the first classes of the day: changes that people are told of. */
async function decideMany(desk: Desk, round: number): Promise<Pick<Decision, 'id' | 'version'>[]> {
  const lessons: DeskLesson[] = [];
  for (const grade of desk.served.gradeIds) {
    if (lessons.length >= CHANGES) break;
    lessons.push(...(await desk.ask<DeskLesson[]>('GET', `/desk/lessons?date=${DATE}&grade_id=${grade}`)));
  }
  const decisions = lessons.slice(0, CHANGES).map(
    (lesson): DecisionDraft => ({
      id: null,
      lesson_id: lesson.lesson_id,
      version: lesson.decision?.version ?? 0,
      kind: 'CHANGED',
      hour: null,
      subject_id: lesson.subject?.id ?? null,
      grade_ids: ids(lesson.grades),
      teacher_ids: ids(lesson.teachers),
      bookable_ids: ids(lesson.bookables),
      comment: `Bitte Heft ${round} mitbringen`,
      target: null,
    }),
  );
  const day = await desk.ask<DeskDay>('PUT', '/desk/decisions', { date: DATE, decisions });
  return day.lessons
    .flatMap(({ decision }) => (decision?.is_draft ? [decision] : []))
    .map(({ id, version }) => ({ id, version }));
}

async function publishDesk(desk: Desk): Promise<BenchRow> {
  const published: Awaited<ReturnType<Desk['publish']>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const decisions = await decideMany(desk, round);
    if (decisions.length !== CHANGES) throw new Error(`${decisions.length} drafts instead of ${CHANGES}`);
    published.push(await desk.publish('/desk/publish', { date: DATE, decisions }));
  }
  return toPublished(`${CHANGES} changes of a day published, until the last message is ordered`, published);
}

function toPublished(name: string, published: Awaited<ReturnType<Desk['publish']>>[]): BenchRow {
  const [best] = published.slice(1).sort((one, other) => one.queued - other.queued);
  if (!best) throw new Error('nothing was published');
  const detail = `answered after ${Math.round(best.answered)} ms, ${best.messages} messages; the first: ${Math.round(published[0]?.queued ?? 0)} ms`;
  return row(name, best.queued, PUBLISH_MS, detail);
}

interface Version {
  uuid: string;
  revision: number;
}
interface Pushed {
  version: Version;
}

/** The same number of lessons at another time of the week, from a day on. */
async function publishVersion(desk: Desk): Promise<BenchRow> {
  const published: Awaited<ReturnType<Desk['publish']>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { plans } = await desk.ask<{ plans: { uuid: string }[] }>('GET', '/versions');
    const in_force = plans[0]?.uuid;
    const draft = { school_year_id: desk.served.yearId, note: `${round}`, copy_data_from_version: in_force };
    const { uuid } = await desk.ask<Version>('POST', '/versions', draft);
    const { lessons } = editorOf(await desk.ask<EditorAnswer>('GET', `/current?version_uuid=${uuid}`));
    const edits = lessons
      .slice(round * CHANGES, (round + 1) * CHANGES)
      .map(({ lesson_id, version, weekday, hour }) => ({
        lesson_id,
        version,
        place: { weekday: 1 + ((weekday ?? 0) % 5), hour: hour ?? '' },
      }));
    const { version } = await desk.ask<Pushed>('POST', '/push', { version_uuid: uuid, edits });
    const body = { version_uuid: uuid, revision: version.revision, in_force, from: '2026-11-23' };
    published.push(await desk.publish('/publish', body));
  }
  return toPublished(`${CHANGES} moves of a version published, until the last message is ordered`, published);
}

/** How long each of all pupils waits for their plan who ask at once, ms, ascending. */
async function readAll(desk: Desk): Promise<number[]> {
  const times = await Promise.all(
    desk.served.pupils.map(async ({ id, token }) => {
      const begin = performance.now();
      await desk.ask('GET', `/entities/users/${id}?begins_at=2026-11-16&ends_at=2026-12-27`, undefined, token);
      return performance.now() - begin;
    }),
  );
  return times.sort((one, other) => one - other);
}

/** Everybody who was there reads the plan at once: nothing that the server kept of it is true any more. */
async function readAfter(desk: Desk): Promise<BenchRow> {
  await readAll(desk);
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const decisions = await decideMany(desk, ROUNDS + round);
    await desk.publish('/desk/publish', { date: DATE, decisions });
    rounds.push(await readAll(desk));
  }
  const p99s = rounds.map((times) => times[Math.floor(times.length * 0.99)] ?? Number.NaN);
  const p99 = Math.min(...p99s);
  const detail = `all at once; median ${Math.round(Math.min(...rounds.map(median)))} ms, p99 of each round ${p99s.map(Math.round).join(', ')}`;
  return row(`${LARGEST.pupils} people read their plan after a publication, p99`, p99, READ_P99_MS, detail);
}

/** A morning at the desk of the largest school, and what it costs to tell everybody. */
export async function measureMorning(): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [served] = (await once(child, 'message')) as [Served];
  const desk = new Desk(served);
  const rows = [...(await readDesk(desk)), await publishDesk(desk), await publishVersion(desk), await readAfter(desk)];
  await desk.close();
  child.send('end');
  await once(child, 'exit');
  return rows;
}
