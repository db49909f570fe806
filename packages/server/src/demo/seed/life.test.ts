import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import { demo2School } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { applyPlan, loadState, resolvePlan } from '../../features/timetable-import/index.ts';
import { fixedClock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { createLocalStore } from '../../kernel/files/index.ts';
import { bringDemoToToday } from './index.ts';

/** A Wednesday in term. */
const NOW = '2026-11-18T09:10:00Z';

/** The demo as it was made on that day; each test goes on with a copy. */
let made: TestDatabase;
let test: TestDatabase;
let db: Kysely<DB>;
let folder: string;
const clock = fixedClock(NOW);
let changed: number[];

beforeAll(async () => {
  made = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kreide-demo-'));
  await nightAt(NOW, made);
});
afterAll(async () => {
  await made.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  clock.set(NOW);
  test = await createTestDatabase(made);
  db = test.database.kysely;
});
afterEach(() => test.drop());

/** The nightly job, or a start, at another time. */
async function nightAt(instant: string, { database } = test): Promise<void> {
  clock.set(instant);
  const store = await createLocalStore(folder, clock.now());
  changed = await bringDemoToToday({ kysely: database.kysely, store, now: clock.now() });
}

async function schoolOf(slink: string) {
  const row = await db
    .selectFrom('schools')
    .select(['id', 'active_school_year_id'])
    .where('slink', '=', slink)
    .executeTakeFirstOrThrow();
  return { id: row.id, yearId: row.active_school_year_id as number };
}

async function substitutionsOn(slink: string, date: string, source = 'demo') {
  const { id } = await schoolOf(slink);
  return db
    .selectFrom('substitutions')
    .select(['id', 'uuid', 'external_key'])
    .where('school_id', '=', id)
    .where('date', '=', date)
    .where('source', '=', source)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** What an administrator publishes: records of the second school's own plan with changes, from a file of another program. */
async function publish(slink: string, plan: ParsedPlan): Promise<number> {
  const { id, yearId } = await schoolOf(slink);
  const now = clock.now();
  const upload = await db
    .insertInto('timetable_uploads')
    .values({
      school_id: id,
      source: 'untis',
      state: 'PUBLISHED',
      school_year_id: yearId,
      published_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    const change = resolvePlan(await loadState(tx, id, yearId, 'untis'), plan, 'untis', {});
    await applyPlan(tx, { schoolId: id, yearId, uploadId: upload.id, source: 'untis', now }, change);
  });
  return upload.id;
}

const nothing = { times: [], courses: [], supervisions: [], holidays: [] };

describe('the life of the demo', () => {
  it('goes on over a week: days that were there stay the same, new days get theirs, the news move along', async () => {
    const before = await substitutionsOn('demo', '2026-11-25');
    expect(await substitutionsOn('demo', '2026-12-16')).toEqual([]);
    await nightAt('2026-11-25T23:05:00Z');
    expect(await substitutionsOn('demo', '2026-11-25')).toEqual(before);
    expect((await substitutionsOn('demo', '2026-12-16')).length).toBeGreaterThanOrEqual(8);
    expect(changed).toHaveLength(2);
    const { latest } = await db
      .selectFrom('news')
      .select((eb) => eb.fn.max('publish_at').as('latest'))
      .executeTakeFirstOrThrow();
    expect(latest.slice(0, 10)).toBe('2026-11-25');
    changed = [];
    await nightAt('2026-11-25T23:30:00Z');
    expect(changed).toEqual([]);
  });

  it('has substitutions on the next school day when it starts at a weekend', async () => {
    await nightAt('2026-11-28T11:00:00Z');
    expect(await substitutionsOn('demo', '2026-11-28')).toEqual([]);
    expect((await substitutionsOn('demo', '2026-11-30')).length).toBeGreaterThanOrEqual(8);
  });

  it('moves into the next school year with plan, pupils and courses', async () => {
    const old = await schoolOf('demo');
    await nightAt('2027-08-03T23:05:00Z');
    const next = await schoolOf('demo');
    expect(next.yearId).not.toBe(old.yearId);
    const years = await db
      .selectFrom('school_years')
      .selectAll()
      .where('school_id', '=', next.id)
      .orderBy('begins_at')
      .execute();
    expect(years.map(({ name }) => name)).toEqual(['2026 / 2027', '2027 / 2028']);
    expect(years[1]).toMatchObject({ begins_at: '2027-08-01', ends_at: '2028-07-15', anchor: '2027-08-02' });
    const state = await loadState(db, next.id, next.yearId, 'demo');
    expect(state.lessons.length).toBeGreaterThan(1050);
    expect(state.holidays.some(({ begins_at }) => begins_at === '2027-12-22')).toBe(true);
    expect((await substitutionsOn('demo', '2027-08-05')).length).toBeGreaterThanOrEqual(8);
    // The pupils' courses are those of the new plan too.
    const { rows } = await sql<{
      lost: number;
    }>`select count(*)::int as lost from enrolments e where e.school_id = ${next.id}
      and not exists (select 1 from lessons l where l.school_id = e.school_id and l.course_id = e.course_id and l.version_id = ${years[1]?.published_version_id})`.execute(
      db,
    );
    expect(rows[0]?.lost).toBe(0);
    expect(await db.selectFrom('grades').select('id').where('school_id', '=', next.id).execute()).toHaveLength(24);
  });

  it('leaves days alone for which somebody imported substitutions', async () => {
    const day = '2026-11-20';
    const { plan } = demo2School(clock.now());
    const [lesson] = plan.lessons;
    await publish('demo2', {
      ...plan,
      ...nothing,
      lessons: [],
      substitutions: [
        {
          external_id: 'U1',
          date: day,
          hour: '1',
          begins_at: '07:50',
          ends_at: '08:35',
          kind: 'EVENT',
          lesson: null,
          from: { subject: null, grades: null, teachers: null, bookables: null },
          to: { subject: null, grades: lesson?.grades ?? [], teachers: [], bookables: [] },
          comment: 'Wandertag',
          is_hidden: false,
          counterpart: null,
          moved_comment: null,
        },
      ],
      scope: { complete: [], lessons: 'none', substitutions: { from: day, to: day } },
    });
    expect(await substitutionsOn('demo2', day)).toEqual([]);
    await nightAt('2026-11-19T23:05:00Z');
    expect(await substitutionsOn('demo2', day)).toEqual([]);
    expect(await substitutionsOn('demo2', day, 'untis')).toHaveLength(1);
    expect((await substitutionsOn('demo2', '2026-11-23')).length).toBeGreaterThan(3);
  });

  it('goes on only with lessons that an imported weekly plan still has, and renames nothing back', async () => {
    const { plan } = demo2School(clock.now());
    const own = plan.lessons
      .filter(({ grades }) => grades.length === 1 && grades[0] === '5a')
      .map((lesson) => ({ ...lesson, external_id: `L${lesson.external_id}` }));
    const grades = plan.grades.filter(({ code }) => code === '5a');
    await publish('demo2', {
      ...plan,
      ...nothing,
      lessons: own,
      grades: grades.map((grade) => ({ ...grade, name: 'Fünfte' })),
      scope: { complete: ['grades'], lessons: 'all', substitutions: null },
    });
    await nightAt('2026-11-19T23:05:00Z');
    const { id, yearId } = await schoolOf('demo2');
    const state = await loadState(db, id, yearId, 'demo');
    expect(state.lessons.every(({ source }) => source === 'untis')).toBe(true);
    const fifth = state.masters.grade.find(({ shortcut }) => shortcut === '5a');
    expect(fifth?.name).toBe('Fünfte');
    const held = new Map(state.lessons.map((row) => [row.lesson_id, row]));
    const coming = state.substitutions.filter(({ date }) => date >= '2026-11-19');
    expect(coming.length).toBeGreaterThan(0);
    for (const { replaces, grade_ids, kind } of coming) {
      expect(grade_ids).toEqual([fifth?.id]);
      if (kind !== 'ADDITIONAL' && kind !== 'MOVED_FROM')
        expect(replaces.map(({ lesson_id }) => held.has(lesson_id))).toEqual([true]);
    }
  });

  it('leaves a school of somebody else alone that has the short link', async () => {
    await sql`update schools set is_demo = false, slink = 'demo', meta = '{}' where slink = 'demo'`.execute(db);
    await nightAt('2026-12-09T23:05:00Z');
    expect(await substitutionsOn('demo', '2026-12-21')).toEqual([]);
    expect((await substitutionsOn('demo2', '2026-12-21')).length).toBeGreaterThan(0);
  });

  it('leaves a news item alone that somebody has written over or deleted', async () => {
    const [first, second] = await db.selectFrom('news').select(['id']).orderBy('id').execute();
    await sql`update news set content = 'anders', updated_at = ${NOW} where id = ${first?.id}`.execute(db);
    await sql`update news set deleted_at = ${NOW} where id = ${second?.id}`.execute(db);
    await nightAt('2026-11-25T23:05:00Z');
    const rows = await db.selectFrom('news').select(['id', 'content', 'deleted_at']).orderBy('id').limit(2).execute();
    expect(rows[0]).toMatchObject({ id: first?.id, content: 'anders' });
    expect(rows[1]?.deleted_at).not.toBeNull();
  });
});
