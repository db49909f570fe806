import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import {
  bookablesOf,
  coursesOf,
  getYear,
  gradesOf,
  isOwnFreeDay,
  listExternalKeys,
  listHolidays,
  listTimes,
  subjectsOf,
  teachersOf,
} from '../../structure/index.ts';
import { listLessons, listSubstitutions, listSupervisions } from '../../timetable/index.ts';
import { listChoices } from '../queries/choices.ts';
import { type ImportState, keyOf, type LessonRow, type Master, type MasterRow, type TimeRow } from './state.ts';

/** The plan in force in one school year, for a source. */
export async function loadState(
  db: Kysely<DB>,
  schoolId: number,
  yearId: number,
  source: string,
): Promise<ImportState> {
  const year = await getYear(db, schoolId, yearId);
  const keys = await listExternalKeys(db, schoolId, yearId, source);
  const choices = await listChoices(db, schoolId, source);
  const lessons = await listLessons(db, schoolId, year.published_version_id);
  const substitutions = await listSubstitutions(db, schoolId, yearId);
  const times = await listTimes(db, schoolId, yearId);
  const holidays = await listHolidays(db, schoolId, yearId);
  return {
    year,
    masters: await loadMasters(db, schoolId),
    keys: new Map(keys.map((row) => [keyOf(row.entity as Master | 'lesson', row.external_key), row.entity_id])),
    choices: new Map(choices.map((row) => [keyOf(row.entity, row.external_key), row.entity_id])),
    lessons: lessons as LessonRow[],
    // The source does not have our uuids: they are not compared.
    substitutions: substitutions.map(({ uuid: _, ...row }) => row),
    times: times.map((row) => ({ ...row, weekday: row.weekday as TimeRow['weekday'] })),
    // What people keep no source knows, and none replaces.
    holidays: holidays.filter((day) => !isOwnFreeDay(day)).map(({ source: _, ...day }) => day),
    supervisions: await listSupervisions(db, schoolId, yearId),
  };
}

async function loadMasters(db: Kysely<DB>, schoolId: number): Promise<Record<Master, MasterRow[]>> {
  const toRow = ({
    id,
    shortcut,
    name,
    source,
    ended_at,
    ...extra
  }: { id: number; shortcut: string; name?: string | null; source: string; ended_at: string | null } & Record<
    string,
    unknown
  >): MasterRow => ({
    id,
    shortcut,
    name: name ?? null,
    source,
    ended: ended_at !== null,
    extra,
  });
  const grades = await gradesOf(db, schoolId).orderBy('id').execute();
  const teachers = await teachersOf(db, schoolId).orderBy('id').execute();
  const bookables = await bookablesOf(db, schoolId).orderBy('id').execute();
  const subjects = await subjectsOf(db, schoolId).orderBy('id').execute();
  const courses = await coursesOf(db, schoolId).orderBy('id').execute();
  return {
    grade: grades.map(toRow),
    teacher: teachers.map(toRow),
    bookable: bookables.map(toRow),
    subject: subjects.map(toRow),
    course: courses.map(toRow),
  };
}
