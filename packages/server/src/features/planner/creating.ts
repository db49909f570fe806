import { ApiError, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { listTimes, listYears, lockYear, type YearHead } from '../structure/index.ts';
import { createLessonIdentities, findKeptVersions, listLessons } from '../timetable/index.ts';
import { type CopiedLesson, carryPlan, copyPlan } from './copying.ts';
import { insertLessons, listDivisible, listDraftLessons } from './queries/lessons.ts';
import { findVersion, insertVersion } from './queries/versions.ts';
import type { DraftLesson } from './stored.ts';

/** What a version is copied from. */
interface Source {
  lessons: readonly CopiedLesson[];
  yearId: number;
  /** The plan in force that it comes from. */
  planId: number | null;
}

async function findSource(db: Kysely<DB>, schoolId: number, uuid: string): Promise<Source | null> {
  const version = await findVersion(db, schoolId, { uuid });
  if (version) {
    const drafts = await listDraftLessons(db, version);
    const lessons = drafts.map(({ version: _, length: __, is_pinned: ___, ...lesson }) => lesson);
    return { lessons, yearId: version.school_year_id, planId: version.plan_version_id };
  }
  const [plan] = await findKeptVersions(db, schoolId, uuid);
  if (!plan) return null;
  const divisible = await listDivisible(db, schoolId, plan.id);
  const lessons = (await listLessons(db, schoolId, plan.id)).map((lesson) => ({
    ...lesson,
    is_divisible: divisible.has(lesson.lesson_id),
  }));
  return { lessons, yearId: plan.school_year_id, planId: plan.id };
}

/** The lessons of another school year, as lessons of their own. */
async function carry(
  db: Kysely<DB>,
  schoolId: number,
  { lessons, yearId }: Source,
  years: readonly YearHead[],
  to: YearHead,
): Promise<DraftLesson[]> {
  const from = years.find(({ id }) => id === yearId);
  if (!from) throw new ApiError({ code: 'copy_not_found' });
  const carried = carryPlan(lessons, await listTimes(db, schoolId, yearId), from, to);
  const ids = await createLessonIdentities(db, schoolId, carried.length);
  return carried.map((lesson, index) => ({ ...lesson, lesson_id: ids[index] as number }));
}

interface Draft {
  school_year_id: number;
  note: string;
  copy_data_from_version: string | null;
}

/** Makes a version, in the caller's transaction; returns its id. */
export async function makeVersion(db: Kysely<DB>, actor: Actor, draft: Draft, now: Date): Promise<number> {
  const { school_id } = actor;
  const years = await listYears(db, school_id);
  const year = years.find(({ id }) => id === draft.school_year_id);
  if (!year) throw new ApiError({ code: 'not_found' });
  await lockYear(db, school_id, year.id);
  const uuid = draft.copy_data_from_version;
  const source = uuid === null ? null : await findSource(db, school_id, uuid);
  if (uuid !== null && source === null) throw new ApiError({ code: 'copy_not_found' });
  const isSameYear = source !== null && source.yearId === year.id;
  const at = now.toISOString();
  const id = await insertVersion(db, {
    school_id,
    school_year_id: year.id,
    note: draft.note.trim(),
    plan_version_id: isSameYear ? source.planId : year.published_version_id,
    created_by: actor.user_id,
    created_at: at,
    changed_at: at,
  });
  if (source === null) return id;
  const lessons = isSameYear
    ? copyPlan(source.lessons, await listTimes(db, school_id, year.id), toLocal(now, actor.time_zone).date)
    : await carry(db, school_id, source, years, year);
  await insertLessons(db, { school_id, id }, lessons);
  return id;
}

/**
 * The weekly lessons that a plan of a school year is made for: those of the plan in force, else of the newest one of a year
 * before, as they would be carried over.
 */
export async function listTaught(
  db: Kysely<DB>,
  schoolId: number,
  yearId: number,
  today: string,
): Promise<Omit<DraftLesson, 'lesson_id'>[]> {
  const years = await listYears(db, schoolId);
  const year = years.find(({ id }) => id === yearId);
  const source = years.findLast((one) => one.published_version_id !== null && one.begins_at <= (year?.begins_at ?? ''));
  if (!year || !source) return [];
  const lessons = await listLessons(db, schoolId, source.published_version_id);
  const periods = await listTimes(db, schoolId, source.id);
  const taught = source.id === year.id ? copyPlan(lessons, periods, today) : carryPlan(lessons, periods, source, year);
  return taught.filter(({ dates }) => dates === null);
}
