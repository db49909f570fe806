import type { RailedPupil, RailRun, RailObstacle as Told } from '@kreide/core/features/planner';
import { type RailInput, type RailObstacle, railModel, railObstacles } from '@kreide/core/features/planner/rails';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor } from '../../../kernel/http/context.ts';
import { coursesOf, teachersOf } from '../../structure/index.ts';
import { namesOf } from '../../users/index.ts';
import { findRun, listPlaces, type RailsRow } from '../queries/rails.ts';

/** Most people and courses that are named in one sentence. */
const NAMED = 8;

/** Short names of all courses and teachers of a school. */
async function readUnits(db: Kysely<DB>, schoolId: number) {
  const courses = new Map((await coursesOf(db, schoolId).execute()).map((one) => [one.id, one]));
  const teachers = new Map((await teachersOf(db, schoolId).execute()).map(({ id, shortcut }) => [id, shortcut]));
  return {
    courses,
    courseName: (id: number) => courses.get(id)?.shortcut ?? '',
    teacherName: (id: number) => teachers.get(id) ?? '',
  };
}

/** What there is to put on rails and what cannot work, with names. */
export async function showAhead(db: Kysely<DB>, schoolId: number, input: RailInput) {
  const model = railModel(input);
  const { courseName, teacherName } = await readUnits(db, schoolId);
  const found = railObstacles(model, input.pupils);
  const ids = found.flatMap((one) => ('user_ids' in one ? one.user_ids.slice(0, NAMED) : []));
  const names = await namesOf(db, schoolId, ids);
  const say = (one: RailObstacle): Told => {
    const userIds = 'user_ids' in one ? one.user_ids : [];
    const people = userIds.slice(0, NAMED).flatMap((id) => names.get(id) ?? []);
    const courses = 'course_ids' in one ? one.course_ids.map(courseName) : [];
    const shared = { kind: one.kind, names: people, people: userIds.length, courses, count: 0, places: input.rails };
    switch (one.kind) {
      case 'PUPIL':
        return { ...shared, count: one.most };
      case 'ROOM':
        return { ...shared, count: one.pupils, places: one.places };
      case 'TEACHER':
        return { ...shared, names: [teacherName(one.teacher_id)], people: 1, count: one.count };
      case 'COURSES':
        return { ...shared, count: one.courses, places: one.places };
      case 'TWICE':
        return shared;
    }
  };
  return {
    pupils: model.pupils.length,
    groups: model.groups.map((parallel, group) => ({
      courses: parallel.map((course) => model.courses[course]?.shortcut ?? ''),
      pupils: model.pupils.filter(({ groups }) => groups.includes(group)).length,
    })),
    obstacles: found.map(say),
    parts: input.courses.flatMap(({ id, when = 'WHOLE' }) => (when === 'WHOLE' ? [] : [{ course_id: id, when }])),
  };
}

/** Runs with the names that courses and teachers have today. */
export async function showRuns(db: Kysely<DB>, actor: Actor, rows: readonly RailsRow[]): Promise<RailRun[]> {
  const { school_id } = actor;
  const { courses, courseName, teacherName } = await readUnits(db, school_id);
  const makers = await namesOf(
    db,
    school_id,
    rows.flatMap(({ created_by }) => created_by ?? []),
  );
  return rows.map((row): RailRun => {
    const isOn = row.state === 'WAITING' || row.state === 'RUNNING';
    const { outcome } = row;
    const isDone = row.state === 'DONE' && outcome !== null;
    return {
      id: row.id,
      state: row.state as RailRun['state'],
      settings: row.settings,
      created_at: row.created_at,
      created_by: makers.get(row.created_by ?? 0) ?? null,
      is_stopping: isOn && row.stop_requested_at !== null,
      progress: row.progress,
      outcome: outcome && {
        ...outcome,
        courses: outcome.courses.map((one) => ({
          ...one,
          when: one.when ?? 'WHOLE',
          shortcut: courseName(one.id),
          name: courses.get(one.id)?.name ?? null,
          teachers: (courses.get(one.id)?.teacher_ids ?? []).map(teacherName),
        })),
        clashes: outcome.clashes.map(({ rail, teacher_id, course_ids }) => ({
          rail,
          name: teacherName(teacher_id),
          courses: course_ids.map(courseName),
        })),
      },
      enrolled_at: row.enrolled_at,
      can: {
        stop: isOn && row.stop_requested_at === null ? 1 : 0,
        place: isDone ? 1 : 0,
        enrol: isDone && row.enrolled_at === null ? 1 : 0,
        withdraw: row.enrolled_at === null ? 0 : 1,
      },
    };
  });
}

export async function showRun(db: Kysely<DB>, actor: Actor, id: number): Promise<RailRun> {
  const row = await findRun(db, { school_id: actor.school_id, id });
  const [shown] = row ? await showRuns(db, actor, [row]) : [];
  if (!shown) throw new Error(`The rails ${id} are gone`);
  return shown;
}

/** What a run gives some pupils, with names of courses. */
export async function showPupils(
  db: Kysely<DB>,
  row: RailsRow,
  people: readonly { id: number; firstname: string; lastname: string }[],
): Promise<RailedPupil[]> {
  const { courseName } = await readUnits(db, row.school_id);
  const ids = people.map(({ id }) => id);
  const places = Map.groupBy(await listPlaces(db, row, ids), ({ user_id }) => user_id);
  return people.map(({ id, firstname, lastname }) => {
    const own = places.get(id) ?? [];
    const moved = own.filter(({ course_id, former_course_id }) => course_id !== null && course_id !== former_course_id);
    return {
      id,
      firstname,
      lastname,
      stays: own.flatMap(({ course_id, former_course_id }) =>
        course_id === former_course_id ? [courseName(former_course_id)] : [],
      ),
      moves: moved.map(({ course_id, former_course_id }) => ({
        from: courseName(former_course_id),
        to: courseName(course_id ?? 0),
      })),
      open: own.flatMap(({ course_id, former_course_id, reason, beside_ids }) =>
        course_id === null
          ? [
              {
                course: courseName(former_course_id),
                reason: reason === 'FULL' ? 'FULL' : 'CLASH',
                beside: beside_ids.map(courseName),
              } as const,
            ]
          : [],
      ),
    };
  });
}
