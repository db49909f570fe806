import type { Kysely } from 'kysely';
import {
  type EditorAnswer,
  editorOf,
  type PlanVersion,
  RAIL_START,
} from '../../packages/core/src/features/planner/index.ts';
import type { DB } from '../../packages/server/src/kernel/data/database.generated.ts';
import { toJsonText } from '../../packages/server/src/kernel/data/json.ts';
import { buildUser } from './people.ts';
import { TEST_NOW } from './server.ts';

/** A grade of an upper school with courses on offer. */
export interface UpperGrade {
  grade_id: number;
  /** By short name. */
  courses: Record<string, number>;
  pupils: number[];
}

/** Course → subject and teacher. */
const COURSES: Record<string, readonly [string, string]> = {
  'M-GK1': ['Mathe Q', 'Qa'],
  'M-GK2': ['Mathe Q', 'Qb'],
  'D-GK1': ['Deutsch Q', 'Qc'],
  'D-GK2': ['Deutsch Q', 'Qd'],
  'E-LK1': ['Englisch Q', 'Qa'],
  'GE-LK1': ['Geschichte Q', 'Qc'],
  'PH-GK1': ['Physik Q', 'Qe'],
};

/**
 * The grade Q1: every pupil takes mathematics and German, all of them in the first of two parallel courses, and English or
 * history, physics too if they are among the first.
 */
export async function buildUpperGrade(
  db: Kysely<DB>,
  school: { id: number; yearId: number },
  count = 8,
): Promise<UpperGrade> {
  const school_id = school.id;
  const idsOf = async (table: 'subjects' | 'teachers', shortcuts: readonly string[]) => {
    const rows = await db
      .insertInto(table)
      .values(shortcuts.map((shortcut) => ({ school_id, shortcut, source: 'manual' })) as never)
      .returning(['id', 'shortcut'])
      .execute();
    return new Map(rows.map(({ id, shortcut }) => [shortcut, id]));
  };
  const subjects = await idsOf('subjects', [...new Set(Object.values(COURSES).map(([subject]) => subject))]);
  const teachers = await idsOf('teachers', [...new Set(Object.values(COURSES).map(([, teacher]) => teacher))]);
  const { id: grade_id } = await db
    .insertInto('grades')
    .values({ school_id, shortcut: 'Q1', source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('courses')
    .values(
      Object.entries(COURSES).map(([shortcut, [subject, teacher]]) => ({
        school_id,
        shortcut,
        subject_id: subjects.get(subject) ?? null,
        grade_ids: [grade_id],
        teacher_ids: [teachers.get(teacher) ?? 0],
        source: 'manual',
      })),
    )
    .returning(['id', 'shortcut'])
    .execute();
  const courses = Object.fromEntries(rows.map(({ id, shortcut }) => [shortcut, id]));
  const pupils: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id: user_id } = await buildUser(db, school_id, `quinn${at}`, 'STUDENT');
    pupils.push(user_id);
    const name = { firstname: `Quinn ${at}`, lastname: 'Adler' };
    await db.updateTable('users').set(name).where('id', '=', user_id).execute();
    await db
      .insertInto('grade_memberships')
      .values({ school_id, user_id, grade_id, begins_at: '2026-08-01' })
      .execute();
    const taken = ['M-GK1', 'D-GK1', at % 2 === 0 ? 'E-LK1' : 'GE-LK1', ...(at < count / 2 ? ['PH-GK1'] : [])];
    await db
      .insertInto('enrolments')
      .values(
        taken.map((shortcut) => ({
          school_id,
          user_id,
          course_id: courses[shortcut] ?? 0,
          joined_at: '2026-08-01',
          is_fixed: true,
        })),
      )
      .execute();
  }
  return { grade_id, courses, pupils };
}

/** A search for rails of a version that nobody runs: one that waits, or is done and has put nothing anywhere. */
export async function buildRails(
  db: Kysely<DB>,
  { school_id, planner_version_id, grade_id }: { school_id: number; planner_version_id: number; grade_id: number },
  state: 'WAITING' | 'DONE' | 'ENROLLED',
): Promise<number> {
  const at = new Date(TEST_NOW).toISOString();
  const outcome = { courses: [], clashes: [], pupils: 0, open: 0, moved: 0, steps: 0 };
  const { id } = await db
    .insertInto('planner_rails')
    .values({
      school_id,
      planner_version_id,
      settings: toJsonText({ ...RAIL_START, grade_ids: [grade_id] }),
      state: state === 'WAITING' ? 'WAITING' : 'DONE',
      outcome: state === 'WAITING' ? null : toJsonText(outcome),
      enrolled_at: state === 'ENROLLED' ? at : null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A version in which every course has two lessons without a time. */
export async function makeUnplaced(
  call: (method: string, path: string, body?: object) => Promise<{ body: { data: unknown } }>,
  school_year_id: number,
): Promise<PlanVersion> {
  const draft = { school_year_id, note: '', copy_data_from_version: null };
  const version = (await call('POST', '/versions', draft)).body.data as PlanVersion;
  const answer = (await call('GET', `/current?version_uuid=${version.uuid}`)).body.data as EditorAnswer;
  const rest = { length: 1, pattern: null, bookable_ids: [], place: null };
  const added = editorOf(answer).courses.flatMap(({ id: course_id, subject_id, grade_ids, teacher_ids }) =>
    [0, 1].map(() => ({ ...rest, subject_id, course_id, grade_ids, teacher_ids })),
  );
  await call('POST', '/push', { version_uuid: version.uuid, added });
  return version;
}
