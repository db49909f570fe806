import { PLAN_HEAD, publishUpload, uploadPlan } from './imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from './people.ts';
import { buildScreen } from './public-access.ts';
import type { TestServer } from './server.ts';

/** Subject → name, colour, teacher, room. */
const SUBJECTS: Record<string, readonly [string, string, string, string]> = {
  MA: ['Mathematik', 'blue', 'Bg', '204'],
  DE: ['Deutsch', 'red', 'Li', '105'],
  EN: ['Englisch', 'orange', 'Ky', '105'],
  PH: ['Physik', 'teal', 'Bg', 'L1'],
  GE: ['Geschichte', 'purple', 'Wn', '112'],
  KU: ['Kunst', 'pink', 'Or', 'K2'],
  SP: ['Sport', 'green', 'Ta', 'TH'],
  BI: ['Biologie', 'lime', 'Li', 'L2'],
};
const TEACHERS: Record<string, readonly [string, string]> = {
  Bg: ['Frau', 'Berg'],
  Li: ['Herr', 'Lindner'],
  Ky: ['Frau', 'Kaya'],
  Wn: ['Herr', 'Winter'],
  Or: ['Frau', 'Orlowa'],
  Ta: ['Herr', 'Tamm'],
};
/** The week of 10b, Monday to Friday; `.` is a free period. */
const WEEK = [
  'DE MA EN GE PH .',
  'MA MA KU KU DE EN',
  'EN GE MA MA BI BI',
  'PH PH DE EN GE SP SP',
  'SP MA DE BI',
] as const;

function rowsOf(grade: string, week: readonly string[], first: number): string[] {
  let id = first;
  return week.flatMap((day, index) =>
    day.split(' ').flatMap((subject, period) => {
      const known = SUBJECTS[subject];
      if (!known) return [];
      id += 1;
      return [rowOf(id, grade, known[2], subject, known[3], index + 1, period + 1)];
    }),
  );
}

function rowOf(
  id: number,
  grade: string,
  teacher: string,
  subject: string,
  room: string,
  weekday: number,
  period: number,
): string {
  return `${id};${grade};${teacher};${subject};${room};${weekday};${period}`;
}

/** The plan of 10b and 7a: on Wednesday five parallel electives, on Thursday four. */
export const LESSON_ROWS: readonly string[] = [
  ...rowsOf('10b', WEEK, 100),
  ...rowsOf('7a', ['MA DE', 'EN . KU', 'BI SP', 'DE MA', 'GE'], 200),
  ...['F', 'L', 'S', 'R', 'T'].map((name, index) =>
    rowOf(300 + index, '10b', ['Bg', 'Li', 'Ky', 'Wn', 'Or'][index] ?? 'Bg', `WP ${name}`, `3${index}`, 3, 8),
  ),
  ...['F', 'L', 'S', 'R'].map((name, index) =>
    rowOf(310 + index, '10b', ['Bg', 'Li', 'Ky', 'Wn'][index] ?? 'Bg', `AG ${name}`, `3${index}`, 4, 8),
  ),
];

export const SUBSTITUTION_HEAD =
  'id;date;period;start;end;kind;classes;teachers;new_teachers;subject;new_subject;rooms;new_rooms;moved_date;moved_period;text';

/** A week with every look. */
export const SUBSTITUTION_ROWS: readonly string[] = [
  's1;2026-11-16;4;;;CANCLED;10b;Wn;;GE;;112;;;;',
  's2;2026-11-18;2;;;;10b;Wn;Ta;GE;;112;301;;;Bitte den Atlas mitbringen',
  's3;2026-11-17;5;;;MOVED;10b;Li;;DE;;105;;2026-11-20;5;',
  's4;2026-11-18;7;;;ADDITIONAL;10b;Bg;;MA;;204;;;;Übung vor der Klausur',
  's5;2026-11-20;4;;;EVENT;10b;Li;;BI;;L2;;;;Besuch im Stadtmuseum',
  's6;2026-11-19;4;;;MESSAGE;10b;Ky;;EN;;105;;;;Wörterbücher werden eingesammelt',
];

export interface PlanSchool extends BuiltSchool {
  users: Record<'ada' | 'ben' | 'new' | 'parent' | 'alone' | 'teacher' | 'office' | 'admin', number>;
  gradeId: number;
  /** The secret of its screen. */
  screen: string;
  /** Uploads and publishes a CSV file. */
  publish(rows: readonly string[], head?: string): Promise<void>;
}

/** A school with a published plan and one person of every kind that the redirect to a timetable distinguishes. */
export async function buildPlanSchool(server: TestServer, slink = 'amsel'): Promise<PlanSchool> {
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, slink, {
    name: 'Amsel-Gymnasium',
    webuntis_open: true,
    features: ['ai_schedule_planner'],
  });
  const make = async (username: string, role: Parameters<typeof buildUser>[3]) =>
    (await buildUser(kysely, school.id, username, role)).id;
  const users = {
    ada: await make('ada', 'STUDENT'),
    ben: await make('ben', 'STUDENT'),
    new: await make('new', 'STUDENT'),
    parent: await make('parent', 'PARENT'),
    alone: await make('alone', 'PARENT'),
    teacher: await make('teacher', 'TEACHER'),
    office: await make('office', 'EMPLOYEE'),
    admin: await make('admin', 'ADMIN'),
  };
  const grades = await kysely
    .insertInto('grades')
    .values(['10b', '7a'].map((shortcut) => ({ school_id: school.id, shortcut, source: 'manual' })))
    .returning('id')
    .execute();
  const inGrade = [
    [users.ada, grades[0]],
    [users.ben, grades[1]],
  ] as const;
  for (const [user_id, grade] of inGrade) {
    const grade_id = grade?.id ?? 0;
    await kysely
      .insertInto('grade_memberships')
      .values({ school_id: school.id, user_id, grade_id, begins_at: '2026-08-01' })
      .execute();
    await kysely
      .insertInto('user_parents')
      .values({ school_id: school.id, user_id, parent_id: users.parent })
      .execute();
  }
  await kysely.updateTable('users').set({ firstname: 'Ada', lastname: 'Kern' }).where('id', '=', users.ada).execute();
  await kysely.updateTable('users').set({ firstname: 'Ben', lastname: 'Kern' }).where('id', '=', users.ben).execute();
  const token = await signIn(server, slink, 'admin');
  const publish = async (rows: readonly string[], head = PLAN_HEAD) => {
    const ready = await uploadPlan(server, token, [head, ...rows]);
    if (ready.error !== null || ready.rejected.length > 0) throw new Error(JSON.stringify(ready));
    await publishUpload(server, token, ready);
  };
  await publish(LESSON_ROWS);
  for (const [shortcut, [title, lastname]] of Object.entries(TEACHERS)) {
    await kysely.updateTable('teachers').set({ title, lastname }).where('shortcut', '=', shortcut).execute();
  }
  for (const [shortcut, [name, color]] of Object.entries(SUBJECTS)) {
    await kysely.updateTable('subjects').set({ name, color }).where('shortcut', '=', shortcut).execute();
  }
  await kysely.updateTable('teachers').set({ user_id: users.teacher }).where('shortcut', '=', 'Bg').execute();
  await publish(SUBSTITUTION_ROWS, SUBSTITUTION_HEAD);
  const { secret: screen } = await buildScreen(kysely, school.id);
  return { ...school, screen, users, gradeId: grades[0]?.id ?? 0, publish };
}
