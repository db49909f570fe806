import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { toJsonText } from '../../packages/server/src/kernel/data/json.ts';
import { createLocalStore } from '../../packages/server/src/kernel/files/index.ts';
import { sendToAll } from './global-channel.ts';
import { type BuiltSchool, type BuiltUser, buildSchool, buildUser } from './people.ts';
import { type BuiltScreen, buildScreen } from './public-access.ts';
import { TEST_NOW, type TestServer } from './server.ts';

/** The smallest picture: one transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface BuiltFile {
  id: number;
  uuid: string;
  name: string;
}

/** A school with data of every kind; all its texts contain `mark`, so that a leak shows in the bytes of an answer. */
export interface FullSchool {
  school: BuiltSchool;
  mark: string;
  people: Record<'student' | 'child' | 'other' | 'parent' | 'teacher' | 'employee' | 'admin', BuiltUser>;
  grade: number;
  /** The teacher record of the account `teacher`. */
  teacher: number;
  bookable: number;
  course: number;
  file: BuiltFile;
  screen: BuiltScreen;
  /** A discarded upload. */
  upload: string;
}

type Values<T extends keyof DB> = Parameters<ReturnType<typeof insertOf<T>>['values']>[0];
const insertOf = <T extends keyof DB>(db: Kysely<DB>, table: T) => db.insertInto(table);

async function insert<
  T extends 'grades' | 'teachers' | 'bookables' | 'subjects' | 'courses' | 'plan_versions' | 'substitutions',
>(db: Kysely<DB>, table: T, values: Values<T>): Promise<number> {
  const row = await db
    .insertInto(table)
    .values(values)
    .returning('id' as never)
    .executeTakeFirstOrThrow();
  return (row as { id: number }).id;
}

/** Stores a file in the server's file store and its row in the database. */
export async function buildFile(
  server: TestServer,
  schoolId: number,
  values: { name: string; mime: string; content: Buffer },
): Promise<BuiltFile> {
  const store = await createLocalStore(join(server.dataFolder, 'files'), new Date(TEST_NOW));
  const uuid = randomUUID();
  await store.put(
    uuid,
    (async function* () {
      yield values.content;
    })(),
    values.content.length,
  );
  const { name, mime, content } = values;
  const row = await server.test.database.kysely
    .insertInto('files')
    .values({
      school_id: schoolId,
      uuid,
      name,
      mime,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      width: 1,
      height: 1,
      reserved: 'news_attachment',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, uuid, name };
}

async function buildPeople(db: Kysely<DB>, schoolId: number, mark: string): Promise<FullSchool['people']> {
  const people = {
    student: await buildUser(db, schoolId, `student-${mark}`, 'STUDENT'),
    child: await buildUser(db, schoolId, `child-${mark}`, 'STUDENT'),
    other: await buildUser(db, schoolId, `other-${mark}`, 'STUDENT'),
    parent: await buildUser(db, schoolId, `parent-${mark}`, 'PARENT'),
    teacher: await buildUser(db, schoolId, `teacher-${mark}`, 'TEACHER'),
    employee: await buildUser(db, schoolId, `employee-${mark}`, 'EMPLOYEE'),
    admin: await buildUser(db, schoolId, `admin-${mark}`, 'ADMIN'),
  };
  await db
    .insertInto('user_parents')
    .values({ school_id: schoolId, user_id: people.child.id, parent_id: people.parent.id })
    .execute();
  return people;
}

/**
 * Lessons on Mondays and Wednesdays, a changed lesson and a hidden cancellation on Wednesday 2026-11-18, public news
 * with a picture and internal news. The teacher is `Frau Geheimrat <mark>`, the pseudonym `Eule <mark>`.
 */
export async function buildFullSchool(
  server: TestServer,
  slink: string,
  mark: string,
  access: Parameters<typeof buildSchool>[2] = {},
): Promise<FullSchool> {
  const db = server.test.database.kysely;
  const school = await buildSchool(db, slink, { name: `Schule ${mark}`, webuntis_open: true, ...access });
  const school_id = school.id;
  const people = await buildPeople(db, school_id, mark);
  const source = 'manual';
  const grade = await insert(db, 'grades', { school_id, shortcut: `10b-${mark}`, name: `Klasse ${mark}`, source });
  const teacher = await insert(db, 'teachers', {
    school_id,
    user_id: people.teacher.id,
    shortcut: `Gh-${mark}`,
    title: 'Frau',
    firstname: 'Greta',
    lastname: `Geheimrat ${mark}`,
    pseudonym: `Eule ${mark}`,
    source,
  });
  const bookable = await insert(db, 'bookables', { school_id, shortcut: `204-${mark}`, name: `Raum ${mark}`, source });
  const subject = await insert(db, 'subjects', { school_id, shortcut: `MA-${mark}`, name: `Mathe ${mark}`, source });
  const course = await insert(db, 'courses', { school_id, shortcut: `MA1-${mark}`, subject_id: subject, source });
  await db
    .insertInto('times')
    .values({ school_id, school_year_id: school.yearId, hour: '1', begins_at: '08:00', ends_at: '08:45', source })
    .execute();
  for (const user of [people.student, people.child, people.other])
    await db
      .insertInto('grade_memberships')
      .values({ school_id, user_id: user.id, grade_id: grade, begins_at: '2026-08-01' })
      .execute();
  await db
    .insertInto('enrolments')
    .values({ school_id, user_id: people.student.id, course_id: course, joined_at: '2026-08-01' })
    .execute();
  await buildPlan(db, school, mark, { grade, teacher, bookable, subject, course });
  const file = await buildFile(server, school_id, { name: `bild-${mark}.png`, mime: 'image/png', content: PIXEL });
  for (const is_public of [true, false]) {
    const { id } = await db
      .insertInto('news')
      .values({
        school_id,
        user_id: people.teacher.id,
        title: `${is_public ? 'Fest' : 'Intern'} ${mark}`,
        content: '',
        content_rendered: `<p>${is_public ? 'Fest' : 'Intern'} ${mark}</p>`,
        excerpt: mark,
        is_public,
        preview_file_id: is_public ? file.id : null,
        publish_at: '2026-11-17T08:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sendToAll(db, school_id, id);
  }
  const screen = await buildScreen(db, school_id, `Halle ${mark}`);
  const upload = await db
    .insertInto('timetable_uploads')
    .values({
      school_id,
      state: 'DISCARDED',
      files: toJsonText([{ name: `plan-${mark}.csv`, size: 1, file_uuid: file.uuid }]),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return { school, mark, people, grade, teacher, bookable, course, file, screen, upload: upload.uuid };
}

async function buildPlan(
  db: Kysely<DB>,
  { id: school_id, yearId: school_year_id }: BuiltSchool,
  mark: string,
  unit: { grade: number; teacher: number; bookable: number; subject: number; course: number },
): Promise<void> {
  const version_id = await insert(db, 'plan_versions', { school_id, school_year_id });
  const sides = { grade_ids: [unit.grade], teacher_ids: [unit.teacher], bookable_ids: [unit.bookable] };
  const slot = { hour: '1', time_begins_at: '08:00', time_ends_at: '08:45' };
  for (const [weekday, course_id] of [
    [1, unit.course],
    [3, null],
  ] as const) {
    const lesson = await db
      .insertInto('lesson_identities')
      .values({ school_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('lessons')
      .values({
        school_id,
        version_id,
        lesson_id: lesson.id,
        source: 'manual',
        external_lesson: `${weekday}`,
        course_id,
        subject_id: unit.subject,
        weekday,
        ...slot,
        begins_at: '2026-08-01',
        ends_at: '2027-07-15',
        comment: `Bemerkung ${mark}`,
        ...sides,
      })
      .execute();
  }
  for (const [external_key, is_hidden] of [
    ['s1', false],
    ['s2', true],
  ] as const)
    await insert(db, 'substitutions', {
      school_id,
      school_year_id,
      source: 'manual',
      external_key,
      kind: is_hidden ? 'CANCLED' : null,
      is_hidden,
      date: '2026-11-18',
      ...slot,
      from_subject_id: unit.subject,
      from_teacher_ids: [unit.teacher],
      from_grade_ids: [unit.grade],
      from_bookable_ids: [unit.bookable],
      subject_id: unit.subject,
      ...sides,
      comment: is_hidden ? `heimlich ${mark}` : `Vertretung ${mark}`,
    });
  await db
    .updateTable('school_years')
    .set({ published_version_id: version_id, revision: 1, last_updated_at: TEST_NOW })
    .where('school_id', '=', school_id)
    .where('id', '=', school_year_id)
    .execute();
}
