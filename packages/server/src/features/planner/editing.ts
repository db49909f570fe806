import type { LessonEdits, plannerApi } from '@kreide/core/features/planner';
import type { Period } from '@kreide/core/features/structure';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { getYear, hasUnits, listTimes } from '../structure/index.ts';
import { createLessonIdentities } from '../timetable/index.ts';
import { namesOf } from '../users/index.ts';
import { applyChanges, toChanges, toRecord } from './changes.ts';
import { forgetPops, insertEdits, listLastChangers } from './queries/edits.ts';
import { listDraftLessons, replaceLessons } from './queries/lessons.ts';
import { findVersion, lockVersion, updateVersion, type VersionRow } from './queries/versions.ts';
import { showVersion, toPlannedLesson } from './shown.ts';
import type { DraftLesson, LessonChange } from './stored.ts';
import { type Done, type Telling, tellPlanners } from './telling.ts';

/** People in words; an erased account is a nobody with a word. */
export async function toNames(
  db: Kysely<DB>,
  schoolId: number,
  ids: readonly (number | null)[],
  t: Translate,
): Promise<string> {
  const known = ids.filter((id) => id !== null);
  const names = await namesOf(db, schoolId, known);
  return ids.map((id) => (id === null ? undefined : names.get(id)) ?? t('planner:somebody')).join('; ');
}

/** Lessons of a version by id. */
export async function readLessons(db: Kysely<DB>, row: VersionRow, ids: readonly number[]) {
  return new Map((await listDraftLessons(db, row, ids)).map((lesson) => [lesson.lesson_id, lesson]));
}

/** Writes changes into a version, and what is to be said of that. */
export async function applyTo(
  db: Kysely<DB>,
  row: VersionRow,
  changes: readonly LessonChange[],
  lessons: ReadonlyMap<number, DraftLesson>,
): Promise<void> {
  const ids = changes.map(({ lesson_id }) => lesson_id);
  await replaceLessons(db, row, { lessons: applyChanges(lessons, changes), ids });
}

/** What a push or pop answers, and what others are told of it. */
export async function answer(
  db: Kysely<DB>,
  { actor, now, emit }: Telling & { now: Date },
  done: Exclude<Done, 'PUBLISH'>,
  { row, changes }: { row: VersionRow; changes: readonly LessonChange[] },
) {
  const ids = changes.map(({ lesson_id }) => lesson_id);
  const lessons = await listDraftLessons(db, row, ids);
  const after = (await findVersion(db, actor.school_id, row)) ?? row;
  const left = new Set(lessons.map(({ lesson_id }) => lesson_id));
  const removed_ids = ids.filter((id) => !left.has(id));
  const version = await showVersion(db, after, { actor, now });
  const data = { version, lessons: lessons.map(toPlannedLesson), removed_ids };
  await tellPlanners(db, { actor, emit }, done, { ...data, changes });
  return { data };
}

/** Are all classes, teachers, rooms, subjects and courses that the lessons get those of the school? */
async function areOfSchool(db: Kysely<DB>, schoolId: number, { edits = [], added = [] }: LessonEdits) {
  const contents = [...added, ...edits.flatMap(({ content }) => content ?? [])];
  return hasUnits(db, schoolId, {
    subjects: contents.flatMap(({ subject_id }) => subject_id ?? []),
    courses: contents.flatMap(({ course_id }) => course_id ?? []),
    grades: contents.flatMap(({ grade_ids }) => grade_ids),
    teachers: contents.flatMap(({ teacher_ids }) => teacher_ids),
    bookables: contents.flatMap(({ bookable_ids }) => bookable_ids),
  });
}

/** Changes lessons, all or none. Each change names the version of the lesson that its maker saw. */
export async function pushHandler(call: HandlerContext<typeof plannerApi.push>) {
  const { actor, body, now, t, write, record, fail } = call;
  const { school_id } = actor;
  const trx = await write();
  await lockVersion(trx, school_id, body.version_uuid);
  const row = (await findVersion(trx, school_id, { uuid: body.version_uuid })) ?? fail('not_found');
  const named = [...(body.edits ?? []), ...(body.removed ?? [])];
  const copied = (body.added ?? []).flatMap(({ copied_lesson_id }) => copied_lesson_id ?? []);
  const lessons = await readLessons(trx, row, [...named.map(({ lesson_id }) => lesson_id), ...copied]);
  const refuseChanged = async (ids: readonly number[]) => {
    const changers = await listLastChangers(trx, row, ids);
    const names = await toNames(trx, school_id, changers.length > 0 ? changers : [null], t);
    return fail('lesson_changed', { params: { names } });
  };
  const missing = [...named.map(({ lesson_id }) => lesson_id), ...copied].filter((id) => !lessons.has(id));
  // Somebody has removed it meanwhile, or it is none of this version.
  if (missing.length > 0)
    return (await listLastChangers(trx, row, missing)).length > 0 ? refuseChanged(missing) : fail('not_found');
  // A lesson of single dates has no place in the week.
  if ([...lessons.values()].some(({ dates }) => dates !== null)) return fail('not_found');
  if (!(await areOfSchool(trx, school_id, body))) return fail('not_found');
  const year = await getYear(trx, school_id, row.school_year_id);
  const periods = (await listTimes(trx, school_id, row.school_year_id)) as readonly Period[];
  const { changes, fresh, issues } = toChanges(body, { lessons, periods, year, t });
  refuseIssues(issues);
  const changed = named.filter(({ lesson_id, version }) => lessons.get(lesson_id)?.version !== version);
  if (changed.length > 0) return refuseChanged(changed.map(({ lesson_id }) => lesson_id));
  const made = await createLessonIdentities(trx, school_id, fresh.length);
  const all = [...changes, ...fresh.map((after, index) => ({ lesson_id: made[index] as number, before: null, after }))];
  const revision = row.revision + 1;
  await applyTo(trx, row, all, lessons);
  await forgetPops(trx, row, actor.user_id);
  await insertEdits(trx, { ...row, revision }, all, { user_id: actor.user_id, made_at: now.toISOString() });
  await updateVersion(trx, row, { revision, changed_at: now.toISOString() });
  record({ entity: 'planner_versions', id: row.id, before: toRecord(all, 'before'), after: toRecord(all, 'after') });
  return answer(trx, call, 'PUSH', { row, changes: all });
}
