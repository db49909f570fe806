import {
  type EDIT_KINDS,
  isOldYear,
  LESSON_FACTS,
  type PlannedLesson,
  type PlanVersion,
  placeOf,
  type VersionStep,
  versionAbilitiesOf,
} from '@kreide/core/features/planner';
import { featuresOf } from '@kreide/core/features/schools';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { getSchool } from '../schools/index.ts';
import { coursesOf, gradesOf, listYears, subjectsOf, type YearHead } from '../structure/index.ts';
import { namesOf } from '../users/index.ts';
import { type EditRow, listSteps } from './queries/edits.ts';
import { listDraftLessons } from './queries/lessons.ts';
import { listVersions, type VersionRow } from './queries/versions.ts';
import type { DraftLesson, LessonChange } from './stored.ts';

/** What the words about a version are made of. */
interface Reading {
  actor: Actor;
  now: Date;
}

const todayOf = ({ actor, now }: Reading): string => toLocal(now, actor.time_zone).date;

/** Has the operator switched on proposals for a school? */
export const canPropose = async (db: Kysely<DB>, schoolId: number): Promise<boolean> =>
  featuresOf((await getSchool(db, schoolId)).features).ai_schedule_planner;

/** Versions as planners see them, with the names of people. */
export async function showVersions(
  db: Kysely<DB>,
  rows: readonly VersionRow[],
  years: readonly YearHead[],
  reading: Reading,
): Promise<PlanVersion[]> {
  const { actor } = reading;
  const people = rows.flatMap(({ created_by, published_by }) => [created_by ?? [], published_by ?? []].flat());
  const names = await namesOf(db, actor.school_id, [...new Set(people)]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const proposes = await canPropose(db, actor.school_id);
  const today = todayOf(reading);
  return rows.flatMap((row): PlanVersion[] => {
    const year = years.find(({ id }) => id === row.school_year_id);
    if (!year) return [];
    const { id, name, begins_at, ends_at } = year;
    const { published_at, published_from } = row;
    return [
      {
        id: row.id,
        uuid: row.uuid,
        school_year: { id, name, begins_at, ends_at },
        name,
        number: row.number,
        note: row.note,
        state: row.published_revision === row.revision ? 'PUBLISHED' : 'DRAFT',
        revision: row.revision,
        is_old: isOldYear(year, today),
        is_overtaken: row.plan_version_id !== year.published_version_id,
        lessons: row.lessons,
        created_at: row.created_at,
        created_by: nameOf(row.created_by),
        changed_at: row.changed_at,
        published:
          published_at === null || published_from === null
            ? null
            : { at: published_at, by: nameOf(row.published_by), from: published_from },
        can: versionAbilitiesOf(actor, { is_published: published_at !== null, proposes }),
      },
    ];
  });
}

/** One version as planners see it. */
export async function showVersion(db: Kysely<DB>, row: VersionRow, reading: Reading): Promise<PlanVersion> {
  const years = await listYears(db, reading.actor.school_id);
  const [version] = await showVersions(db, [row], years, reading);
  if (!version) throw new Error(`version ${row.id} has no school year`);
  return version;
}

/** What the audit log says of which version it is. */
export const toRecordedVersion = ({ name, number }: Pick<VersionRow, 'name' | 'number'>) => ({
  school_year: name,
  name: `${number}`,
});

/** All versions as planners see them. */
export async function showAll(db: Kysely<DB>, years: readonly YearHead[], reading: Reading): Promise<PlanVersion[]> {
  return showVersions(db, await listVersions(db, reading.actor.school_id), years, reading);
}

export function toPlannedLesson(lesson: DraftLesson): PlannedLesson {
  const { source: _, external_lesson: __, dates: ___, comment: ____, ...planned } = lesson;
  return planned;
}

type Sides = Pick<LessonChange, 'before' | 'after'>;

const factsOf = ({ before, after }: Sides) => LESSON_FACTS.filter((fact) => before && after && fact in after);

/** What was done with a lesson. */
export function kindOf(change: Sides): (typeof EDIT_KINDS)[number] {
  if (!change.before) return 'ADD';
  if (!change.after) return 'REMOVE';
  return factsOf(change).length > 0 ? 'CHANGE' : 'MOVE';
}

/** One lesson of a step: what was done with it. */
function toMove({ before, after }: EditRow) {
  const facts = factsOf({ before, after });
  const place = (side: EditRow['before']) =>
    side ? placeOf({ weekday: side.weekday ?? null, hour: side.hour ?? null }) : null;
  return { kind: kindOf({ before, after }), facts, from: place(before), to: place(after) } as const;
}

/** The newest steps of a version in words: who did what. */
export async function showHistory(
  db: Kysely<DB>,
  row: VersionRow,
  { actor }: Reading,
  steps: number,
): Promise<VersionStep[]> {
  const edits = await listSteps(db, row, steps);
  const lessonIds = [...new Set(edits.map(({ lesson_id }) => lesson_id))];
  const lessons = await listDraftLessons(db, row, lessonIds);
  const subjects = new Map((await subjectsOf(db, actor.school_id).execute()).map((one) => [one.id, one]));
  const courses = new Map((await coursesOf(db, actor.school_id).execute()).map((one) => [one.id, one]));
  const grades = new Map((await gradesOf(db, actor.school_id).execute()).map((one) => [one.id, one]));
  // What is gone is told by what it was when it came or went.
  const gone = edits.flatMap(({ lesson_id, before, after }) => {
    const whole = !before ? after : !after ? before : null;
    return whole ? [{ ...(whole as DraftLesson), lesson_id }] : [];
  });
  const words = new Map(
    [...gone, ...lessons].map(({ lesson_id, subject_id, course_id, grade_ids }) => {
      const what = subjects.get(subject_id ?? 0) ?? courses.get(course_id ?? 0);
      const who = grade_ids.flatMap((id) => grades.get(id)?.shortcut ?? []).join(', ');
      return [lesson_id, [what?.shortcut, who].filter(Boolean).join(' ')];
    }),
  );
  const names = await namesOf(db, actor.school_id, [...new Set(edits.flatMap(({ user_id }) => user_id ?? []))]);
  const byRevision = Map.groupBy(edits, ({ revision }) => revision);
  return [...byRevision.values()].map((moves): VersionStep => {
    const { revision, made_at, user_id, popped_at } = moves[0] as EditRow;
    return {
      revision,
      at: made_at,
      by: user_id === null ? null : (names.get(user_id) ?? null),
      is_own: user_id === actor.user_id,
      is_popped: popped_at !== null,
      moves: moves.map((move) => ({
        lesson: words.get(move.lesson_id) ?? '',
        ...toMove(move),
      })),
    };
  });
}
