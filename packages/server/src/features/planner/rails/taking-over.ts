import type { plannerApi, Wished } from '@kreide/core/features/planner';
import { patternIn, placeRails, whenOf } from '@kreide/core/features/planner/rails';
import type { Period } from '@kreide/core/features/structure';
import { type Translate, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { deselectCourses, getYear, listTakers, listTimes, selectCourses } from '../../structure/index.ts';
import { lockUsers } from '../../users/index.ts';
import { differenceOf, stateOf, toRecord } from '../changes.ts';
import { answer, applyTo, toNames } from '../editing.ts';
import { forgetPops, insertEdits, listChangers } from '../queries/edits.ts';
import { listDraftLessons } from '../queries/lessons.ts';
import { findRun, keepLeft, listPlaces, lockRun, markEnrolled, type RailsRow } from '../queries/rails.ts';
import { findVersion, lockVersion, updateVersion, type VersionRow } from '../queries/versions.ts';
import { listTimeWishes } from '../queries/wishes.ts';
import { toPlannedLesson } from '../shown.ts';
import type { DraftLesson, LessonChange } from '../stored.ts';
import { readRailYear } from './input.ts';
import { showRun } from './shown.ts';

type Api = typeof plannerApi;

/** Most pupils who are named when they stand in the way. */
const NAMED = 8;
const NOWHERE = { weekday: null, hour: null, time_begins_at: null, time_ends_at: null };

/**
 * The weekly lessons of a version, those of the courses of a run in the weeks in which these run: a course whose lessons are
 * in that part of the year already keeps its patterns. From which to which day they were held before says nothing any more.
 */
async function inTheirWeeks(
  trx: Kysely<DB>,
  row: VersionRow,
  { settings, outcome }: RailsRow,
  { weekly, t }: { weekly: readonly DraftLesson[]; t: Translate },
): Promise<DraftLesson[]> {
  const year = await readRailYear(trx, row, settings);
  const byCourse = Map.groupBy(weekly, ({ course_id }) => course_id);
  const known = weekly.flatMap(({ pattern }) => pattern ?? []);
  const names = { FIRST: t('planner:rails.firstHalf'), SECOND: t('planner:rails.laterHalf') };
  const patterns = new Map(
    (outcome?.courses ?? []).flatMap(({ id, when = 'WHOLE' }) =>
      whenOf(byCourse.get(id) ?? [], year) === when ? [] : [[id, patternIn(when, year, { known, names })] as const],
    ),
  );
  return weekly.map((lesson) => {
    const pattern = patterns.get(lesson.course_id ?? 0);
    return pattern === undefined ? lesson : { ...lesson, pattern, begins_at: year.begins_at, ends_at: year.ends_at };
  });
}

/**
 * Moves the lessons of the courses so that those of one rail meet, and puts them into the weeks in which their course runs:
 * one push, which the editor takes back.
 */
export async function placeHandler(call: HandlerContext<Api['placeRails']>) {
  const { actor, params, body, now, t, write, record, fail } = call;
  const { school_id } = actor;
  const trx = await write();
  const run = (await findRun(trx, { school_id, id: params.id })) ?? fail('not_found');
  const known = (await findVersion(trx, school_id, { id: run.planner_version_id })) ?? fail('not_found');
  await lockVersion(trx, school_id, known.uuid);
  const row = (await findVersion(trx, school_id, { id: known.id })) ?? fail('not_found');
  const { outcome } = run;
  if (run.state !== 'DONE' || !outcome) return fail('rails_not_done');
  if (row.revision !== body.revision) {
    const changers = await listChangers(trx, row, { after: body.revision, standing: false });
    const names = await toNames(trx, school_id, changers.length > 0 ? changers : [null], t);
    return fail('version_changed', { params: { names } });
  }
  const year = await getYear(trx, school_id, row.school_year_id);
  const lessons = await listDraftLessons(trx, row);
  const wishes = await listTimeWishes(trx, school_id);
  const byRail = Map.groupBy(outcome.courses, ({ rail }) => rail);
  const weekly = lessons.filter(({ dates }) => dates === null);
  const held = await inTheirWeeks(trx, row, run, { weekly, t });
  const moves = placeRails({
    rails: [...byRail.values()].map((courses) => courses.map(({ id }) => id)),
    lessons: held.map(toPlannedLesson),
    periods: (await listTimes(trx, school_id, row.school_year_id)) as readonly Period[],
    days: year.days_to_show,
    wishes: wishes.map(({ entity, unit_id: id, weekday, hour, wish }) => ({
      entity: entity as Wished,
      id,
      weekday,
      hour,
      wish,
    })),
  });
  const byId = new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]));
  const placed = new Map(moves.map(({ lesson_id, to }) => [lesson_id, to ?? NOWHERE]));
  const changes = held.flatMap((later): LessonChange[] => {
    const { lesson_id } = later;
    const [lesson, place] = [byId.get(lesson_id), placed.get(lesson_id)];
    if (!lesson || (!place && lesson === later)) return [];
    const { weekday, hour, time_begins_at, time_ends_at } = lesson;
    const { before, after } = differenceOf(lesson, stateOf(later));
    return [
      {
        lesson_id,
        before: { ...(place && { weekday, hour, time_begins_at, time_ends_at }), ...before },
        after: { ...place, ...after },
      },
    ];
  });
  const left = moves.filter(({ to }) => to === null).length;
  const weeks = held.filter((later) => later !== byId.get(later.lesson_id)).length;
  if (changes.length > 0) {
    const revision = row.revision + 1;
    const named = new Map(changes.map(({ lesson_id }) => [lesson_id, byId.get(lesson_id) as (typeof lessons)[number]]));
    await applyTo(trx, row, changes, named);
    await forgetPops(trx, row, actor.user_id);
    await insertEdits(trx, { ...row, revision }, changes, { user_id: actor.user_id, made_at: now.toISOString() });
    await updateVersion(trx, row, { revision, changed_at: now.toISOString() });
    await answer(trx, call, 'PUSH', { row, changes });
  }
  record({
    entity: 'planner_versions',
    id: row.id,
    before: toRecord(changes, 'before'),
    after: toRecord(changes, 'after'),
  });
  return { data: { version_uuid: row.uuid, moved: moves.length - left, left, weeks } };
}

interface Pair {
  readonly user_id: number;
  readonly course_id: number;
}
const keyOf = ({ user_id, course_id }: Pair) => `${user_id}/${course_id}`;

/** Names of the first pupils who do not take any more what they are expected to; null: all do. */
async function outdatedNames(
  trx: Kysely<DB>,
  { school_id, t }: { school_id: number; t: Translate },
  { expected, takers }: { expected: readonly Pair[]; takers: readonly Pair[] },
): Promise<string | null> {
  const taken = new Set(takers.map(keyOf));
  const wrong = expected.filter((pair) => !taken.has(keyOf(pair)));
  if (wrong.length === 0) return null;
  return toNames(trx, school_id, [...new Set(wrong.map(({ user_id }) => user_id))].slice(0, NAMED), t);
}

/** The places of a run whose pupils get another course. */
const movesOf = (places: Awaited<ReturnType<typeof listPlaces>>) =>
  places.flatMap(({ user_id, course_id, former_course_id }) =>
    course_id !== null && course_id !== former_course_id ? [{ user_id, course_id, former_course_id }] : [],
  );

/** Enrolments from today on, and back again: decisions of the school, as those of a published choice. */
export function enrolHandlers(planChanged: (schoolId: number) => void) {
  return {
    async enrolRails(call: HandlerContext<Api['enrolRails']>) {
      const { actor, params, now, t, write, record, afterCommit, fail } = call;
      const { school_id } = actor;
      const trx = await write();
      await lockRun(trx, { school_id, id: params.id });
      const run = (await findRun(trx, { school_id, id: params.id })) ?? fail('not_found');
      if (run.enrolled_at !== null) return fail('rails_enrolled');
      const { outcome } = run;
      if (run.state !== 'DONE' || !outcome) return fail('rails_not_done');
      const today = toLocal(now, actor.time_zone).date;
      const places = await listPlaces(trx, run);
      await lockUsers(trx, school_id, [...new Set(places.map(({ user_id }) => user_id))]);
      const takers = await listTakers(trx, { school_id, course_ids: outcome.courses.map(({ id }) => id) }, today);
      const expected = places.map(({ user_id, former_course_id: course_id }) => ({ user_id, course_id }));
      const names = await outdatedNames(trx, { school_id, t }, { expected, takers });
      if (names !== null) return fail('rails_outdated', { params: { names } });
      const groups = new Map(outcome.courses.map(({ id, group }) => [id, group - 1]));
      const placed = new Map(
        places.map(({ user_id, group_number, course_id }) => [`${user_id}/${group_number}`, course_id]),
      );
      // Who takes two courses that stand for each other keeps one of them.
      const leaving = takers.filter(({ user_id, course_id }) => {
        const instead = placed.get(`${user_id}/${groups.get(course_id)}`) ?? null;
        return instead !== null && instead !== course_id;
      });
      const moves = movesOf(places);
      const decided = { school_id, today, now, is_fixed: true };
      await deselectCourses(trx, { ...decided, pairs: leaving });
      await selectCourses(trx, { ...decided, pairs: moves.map(({ user_id, course_id }) => ({ user_id, course_id })) });
      const formerly = new Set(expected.map(keyOf));
      const besides = leaving.filter((pair) => !formerly.has(keyOf(pair)));
      await keepLeft(
        trx,
        run,
        besides.map((pair) => ({ ...pair, group_number: groups.get(pair.course_id) ?? 0 })),
      );
      await markEnrolled(trx, run, now.toISOString());
      record({ entity: 'planner_rails', id: run.id, before: { places: 0 }, after: { places: moves.length } });
      afterCommit(() => planChanged(school_id));
      return { data: await showRun(trx, actor, run.id) };
    },

    async withdrawRails(call: HandlerContext<Api['withdrawRails']>) {
      const { actor, params, now, t, write, record, afterCommit, fail } = call;
      const { school_id } = actor;
      const trx = await write();
      await lockRun(trx, { school_id, id: params.id });
      const run = (await findRun(trx, { school_id, id: params.id })) ?? fail('not_found');
      if (run.enrolled_at === null) return fail('rails_not_enrolled');
      const today = toLocal(now, actor.time_zone).date;
      const places = await listPlaces(trx, run);
      const moves = movesOf(places);
      const besides = places.flatMap(({ user_id, left_ids }) => left_ids.map((course_id) => ({ user_id, course_id })));
      await lockUsers(trx, school_id, [...new Set([...moves, ...besides].map(({ user_id }) => user_id))]);
      const course_ids = [...new Set(moves.map(({ course_id }) => course_id))];
      const takers = await listTakers(trx, { school_id, course_ids }, today);
      const names = await outdatedNames(trx, { school_id, t }, { expected: moves, takers });
      if (names !== null) return fail('rails_outdated', { params: { names } });
      const decided = { school_id, today, now, is_fixed: true };
      await deselectCourses(trx, {
        ...decided,
        pairs: moves.map(({ user_id, course_id }) => ({ user_id, course_id })),
      });
      await selectCourses(trx, {
        ...decided,
        pairs: [...moves.map(({ user_id, former_course_id: course_id }) => ({ user_id, course_id })), ...besides],
      });
      await keepLeft(trx, run, []);
      await markEnrolled(trx, run, null);
      record({ entity: 'planner_rails', id: run.id, before: { places: moves.length }, after: { places: 0 } });
      afterCommit(() => planChanged(school_id));
      return { data: await showRun(trx, actor, run.id) };
    },
  };
}
