import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { addDays, mondayOf, weekdayOf } from '@kreide/core/kernel';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { verifyPassword } from '../../features/auth/index.ts';
import { createPlanStore } from '../../features/timetable/index.ts';
import { fixedClock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { createLocalStore, type FileStore } from '../../kernel/files/index.ts';
import { DEMO_PASSWORD } from './found.ts';
import { bringDemoToToday } from './index.ts';

/** A Wednesday in term. */
const NOW = '2026-11-18T09:10:00Z';

let test: TestDatabase;
let db: Kysely<DB>;
let folder: string;
let store: FileStore;
const clock = fixedClock(NOW);

const start = () => bringDemoToToday({ kysely: db, store, now: clock.now() });

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.kysely;
  folder = await mkdtemp(join(tmpdir(), 'kreide-demo-'));
  store = await createLocalStore(folder, clock.now());
  await start();
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

async function schoolOf(slink: string) {
  return db.selectFrom('schools').selectAll().where('slink', '=', slink).executeTakeFirstOrThrow();
}

async function count(table: string, slink = 'demo', where = sql`true`): Promise<number> {
  const { id } = await schoolOf(slink);
  const result = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)} where school_id = ${id} and ${where}`.execute(db);
  return result.rows[0]?.n ?? -1;
}

/** Current substitutions by date. */
async function substitutions(slink = 'demo') {
  const { id } = await schoolOf(slink);
  const { rows } = await sql<{ date: string; n: number }>`
    select date, count(*)::int as n from substitutions where school_id = ${id} and ended_at is null group by date order by date`.execute(
    db,
  );
  return new Map(rows.map(({ date, n }) => [date, n]));
}

describe('the demo', () => {
  it('has absences in one class: today, to come and past, each of another pupil of it', async () => {
    expect(await count('absences')).toBe(5);
    expect(await count('absence_steps')).toBe(5);
    expect(
      await count('absences', 'demo', sql`begins_at <= ${NOW}::timestamptz and ends_at > ${NOW}::timestamptz`),
    ).toBe(2);
    const { rows } = await sql<{ pupils: number }>`select count(distinct user_id)::int as pupils from absences`.execute(
      db,
    );
    expect(rows).toEqual([{ pupils: 5 }]);
  });

  it('has files and folders in some channels, each with its content, counted by its cloud', async () => {
    const { id } = await schoolOf('demo');
    const { rows } = await sql<{ place: string; uuid: string; size: number; reserved: string; is_kept: boolean }>`
      select concat_ws('/', h.target, g.shortcut, p.name, e.name) as place, f.uuid, e.size::int, f.reserved, f.is_kept
      from cloud_files e join files f on f.id = e.file_id join channels h on h.id = e.channel_id
      left join grades g on g.id = h.grade_id left join cloud_files p on p.id = e.parent_id
      where e.school_id = ${id} order by 1`.execute(db);
    expect(rows.map(({ place }) => place).toSorted()).toEqual([
      'parents/10b/Elternbrief zur Klassenfahrt.txt',
      'students/10b/Formeln für die Arbeit.txt',
      'students/10b/Klassendienste.csv',
      'students/10b/Klassenfahrt/Elternbrief zur Klassenfahrt.txt',
      'students/10b/Klassenfahrt/Packliste.txt',
      'teachers/Protokolle/Dienstbesprechung.txt',
    ]);
    for (const { uuid, size, reserved, is_kept } of rows) {
      expect([reserved, is_kept]).toEqual(['cloud_file', true]);
      expect((await buffer(await store.open(uuid))).length).toBe(size);
    }
    const clouds = await db.selectFrom('clouds').select(['files_count', 'folders_count']).where('school_id', '=', id);
    expect(await clouds.orderBy('files_count').orderBy('folders_count').execute()).toEqual([
      { files_count: 1, folders_count: 0 },
      { files_count: 1, folders_count: 1 },
      { files_count: 4, folders_count: 1 },
    ]);
  });

  it('has 24 grades, 60 teachers, 640 pupils, 900 parents, 50 rooms, 30 subjects and some 1,100 weekly lessons [D-1.05]', async () => {
    expect(await count('grades')).toBe(24);
    expect(await count('teachers')).toBe(60);
    expect(await count('users', 'demo', sql`role = 'STUDENT'`)).toBe(640);
    expect(await count('users', 'demo', sql`role = 'PARENT'`)).toBe(900);
    expect(await count('bookables')).toBe(50);
    expect(await count('subjects')).toBe(30);
    const lessons = await count('lessons');
    expect(lessons).toBeGreaterThan(1050);
    expect(lessons).toBeLessThan(1150);
    expect(await count('grade_memberships')).toBe(640);
    expect(await count('enrolments')).toBeGreaterThan(640);
    expect(await count('user_parents')).toBeGreaterThan(900);
    expect(await count('teachers', 'demo', sql`user_id is null`)).toBe(0);
    expect(await count('teachers', 'demo', sql`grade_id is not null`)).toBe(24);
    expect(await count('timetable_uploads')).toBe(0);
  });

  it('is known to the planner of the database as soon as it is there', async () => {
    const { rows } = await sql<{ missing: string }>`
      select table_name as missing from (values ('users'), ('channel_members'), ('messages'), ('lessons')) wanted (table_name)
      where not exists (select from pg_stats where schemaname = 'public' and tablename = table_name)`.execute(db);
    expect(rows).toEqual([]);
  });

  it('talks: two years of messages in the channels of classes, courses and staff, some of them unread, none ahead of now', async () => {
    const written = await count('messages', 'demo', sql`type = 'MESSAGE'`);
    expect(written).toBeGreaterThan(3000);
    expect(written).toBeLessThan(9000);
    expect(await count('messages', 'demo', sql`created_at > ${NOW}`)).toBe(0);
    expect(
      await count('messages', 'demo', sql`created_at < ${NOW}::timestamptz - interval '20 months'`),
    ).toBeGreaterThan(50);
    const talking = sql`exists (select from chats t where t.school_id = channels.school_id
      and t.channel_id = channels.id and t.messages_sent > 0)`;
    for (const target of ['students', 'parents', 'courses', 'teachers'])
      expect(await count('channels', 'demo', sql`target = ${target} and ${talking}`)).toBeGreaterThan(0);
    // Numbers without a gap, and the chat knows the last one.
    expect(
      await count(
        'chats',
        'demo',
        sql`messages_sent <> (select count(*) from messages m where m.school_id = chats.school_id
          and m.chat_id = chats.id and m.type = 'MESSAGE' and m.seq <= chats.messages_sent)`,
      ),
    ).toBe(0);
    const unread = sql`exists (select from chats t where t.school_id = channel_members.school_id
      and t.channel_id = channel_members.channel_id and t.messages_sent > channel_members.read_seq)`;
    expect(await count('channel_members', 'demo', unread)).toBeGreaterThan(100);
    expect(await count('channel_marks', 'demo')).toBe(0);
  });

  it('asks: a survey runs in every class, others are over, and anonymous answers have no name', async () => {
    const running = sql`ended_at is null and expires_at > ${NOW}`;
    expect(await count('surveys', 'demo', running)).toBe(24);
    expect(await count('surveys', 'demo', sql`ended_at < ${NOW}`)).toBe(25);
    const sent = sql`type = 'MESSAGE' and target_type = 'surveys' and target_snapshot ->> 'name' is not null`;
    expect(await count('messages', 'demo', sent)).toBe(49);
    expect(await count('survey_channels')).toBe(49);
    const answered = sql`votes_count > 0 and votes_count = (select count(*) from survey_participations p
      where p.school_id = surveys.school_id and p.survey_id = surveys.id)`;
    expect(await count('surveys', 'demo', answered)).toBe(49);
    // Some have not answered yet, nobody answered their own, and everybody who did gave an answer to each question.
    expect(await count('survey_participations')).toBeGreaterThan(800);
    const open = sql`is_anonymous = false and votes_count <> (select count(distinct v.user_id) from survey_votes v
      where v.school_id = surveys.school_id and v.survey_id = surveys.id)`;
    expect(await count('surveys', 'demo', open)).toBe(0);
    expect(await count('survey_votes', 'demo', sql`is_anonymous`)).toBeGreaterThan(60);
    expect(
      await count('survey_votes', 'demo', sql`is_anonymous and (user_id is not null or revoke_tag is not null)`),
    ).toBe(0);
    expect(await count('survey_secrets')).toBe(0);
  });

  it('has a log of who made the school public and who wrote its news, oldest first', async () => {
    expect(await count('audit_log', 'demo', sql`action = 'schools.publicAccess' and user_id is not null`)).toBe(1);
    expect(await count('audit_log', 'demo2', sql`action = 'schools.publicAccess'`)).toBe(0);
    const written = await count('audit_log', 'demo', sql`action = 'news.create' and user_id is not null`);
    expect(written).toBe(await count('news', 'demo', sql`publish_at <= ${NOW} and user_id is not null`));
    expect(written).toBeGreaterThan(3);
    const { id } = await schoolOf('demo');
    const rows = await db.selectFrom('audit_log').select('at').where('school_id', '=', id).orderBy('seq').execute();
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted());
  });

  it('lets four people of each school in with the password of the demo', async () => {
    for (const slink of ['demo', 'demo2']) {
      const { id } = await schoolOf(slink);
      const rows = await db
        .selectFrom('users')
        .select(['username', 'role', 'password_hash'])
        .where('school_id', '=', id)
        .where('username', 'in', ['admin', 'teacher', 'parent', 'student'])
        .orderBy('username')
        .execute();
      expect(rows.map(({ username, role }) => `${username} ${role}`)).toEqual([
        'admin ADMIN',
        'parent PARENT',
        'student STUDENT',
        'teacher TEACHER',
      ]);
      expect(await verifyPassword(DEMO_PASSWORD, rows[0]?.password_hash ?? null)).toBe(true);
    }
  });

  it('shows plan, news and screen to everybody in the first school and nothing in the second', async () => {
    const open = {
      webuntis_open: true,
      public_monitor: true,
      public_timetable: true,
      public_news: true,
      public_teacher_names: 'shortcut',
    };
    expect(await schoolOf('demo')).toMatchObject({ ...open, is_demo: true });
    const shut = {
      webuntis_open: false,
      public_monitor: false,
      public_timetable: false,
      public_news: false,
      public_teacher_names: 'none',
    };
    expect(await schoolOf('demo2')).toMatchObject({ ...shut, is_demo: true });
  });

  it('keeps the pictures of the news as files', async () => {
    const { id } = await schoolOf('demo');
    const pictures = db.selectFrom('files').selectAll().where('mime', '=', 'image/webp');
    const files = await pictures.where('school_id', '=', id).execute();
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(await store.has(file.uuid), file.name).toBe(true);
    expect(await count('news', 'demo', sql`preview_file_id is not null`)).toBe(files.length);
    expect(await count('news', 'demo', sql`publish_at > ${NOW}`)).toBe(0);
  });

  it('gives the pupil lessons on every school day of the week, and substitutions to somebody on each', async () => {
    const { id } = await schoolOf('demo');
    const grade = await db
      .selectFrom('grades')
      .select('id')
      .where('school_id', '=', id)
      .where('shortcut', '=', '10b')
      .executeTakeFirstOrThrow();
    const plan = await createPlanStore(db).snapshotAt(id, '2026-11-18');
    const monday = mondayOf('2026-11-18');
    const days = await substitutions();
    for (let day = 0; day < 5; day += 1) {
      const date = addDays(monday, day);
      const held = plan?.lessons.filter((lesson) => lesson.grade_ids.includes(grade.id) && lesson.dates.includes(date));
      expect(held?.length, date).toBeGreaterThan(3);
      expect(days.get(date), date).toBeGreaterThanOrEqual(8);
    }
  });

  it('has substitutions from a week ago to three weeks ahead, on school days only', async () => {
    const dates = [...(await substitutions()).keys()];
    expect(dates[0]).toBe('2026-11-10');
    expect(dates.at(-1)).toBe('2026-12-09');
    expect(dates.every((date) => weekdayOf(date) <= 5)).toBe(true);
    expect(
      await count(
        'substitutions',
        'demo',
        sql`coalesce(kind, '') not in ('ADDITIONAL', 'MOVED_FROM') and id not in (select target_id from substituted_lessons)`,
      ),
    ).toBe(0);
  });

  it('does nothing when it is started again', async () => {
    const before = await substitutions();
    const { revision } = await db.selectFrom('school_years').select('revision').orderBy('id').executeTakeFirstOrThrow();
    expect(await start()).toEqual([]);
    expect(await count('users')).toBe(640 + 900 + 60 + 2);
    expect(await substitutions()).toEqual(before);
    expect(
      (await db.selectFrom('school_years').select('revision').orderBy('id').executeTakeFirstOrThrow()).revision,
    ).toBe(revision);
    expect(await db.selectFrom('schools').select('slink').orderBy('slink').execute()).toEqual([
      { slink: 'demo' },
      { slink: 'demo2' },
    ]);
  });
});
