import { type examsApi, isExamUnit, plansExams } from '@kreide/core/features/exams';
import type { Handlers } from '../../kernel/http/implement.ts';
import { gradesOf, hasUnits } from '../structure/index.ts';
import { audienceOf, type PlanStore } from '../timetable/index.ts';
import { listPersons } from '../users/index.ts';
import { findTaken, judge, writtenBy } from './judging.ts';
import { findSeen, findSettings } from './queries.ts';
import { readerOfCall, teachesUnit } from './reader.ts';
import { isOwn, namesOfExams } from './shown.ts';
import { requireRoom } from './values.ts';

/** What an exam would mean, before it is saved: who is over, by which others, and who has its room. */
export function checkHandler(plans: PlanStore): Handlers<typeof examsApi>['check'] {
  return async ({ query, actor, db, now, fail }) => {
    const { school_id } = actor;
    const { id = null, course_id = null, grade_id = null, subject_id = null, bookable_id = null, ...times } = query;
    const reader = await readerOfCall(plans, { db, actor, now });
    const known = id === null ? null : ((await findSeen(db, reader, id)) ?? fail('not_found'));
    const unit = known ?? { course_id, grade_id, subject_id };
    const named = (one: number | null) => (one === null ? [] : [one]);
    const units = { courses: named(course_id), grades: named(grade_id), subjects: named(subject_id) };
    if (!(await hasUnits(db, school_id, units))) return fail('not_found');
    await requireRoom(db, actor, bookable_id, known?.bookable_id);
    if (known ? !isOwn(reader, known) : !isExamUnit(unit) || !teachesUnit(reader, unit)) return fail('forbidden');
    const written = await writtenBy(db, school_id, unit, times.date);
    const { overs, others } = await judge(db, school_id, written, {
      limits: await findSettings(db, school_id),
      without: id,
    });
    const taken =
      bookable_id === null
        ? { lessons: [], exams: [] }
        : await findTaken(
            db,
            plans,
            school_id,
            { ...times, bookable_id },
            { written, without: id, audience: audienceOf(actor) },
          );
    const nameOf = await namesOfExams(db, school_id, [...others, ...taken.exams]);
    const grades = await gradesOf(db, school_id).execute();
    const pupils = actor.permissions.has('view-members')
      ? await listPersons(
          db,
          school_id,
          overs.flatMap(({ user_ids }) => user_ids),
        )
      : [];
    return {
      data: {
        overs: overs.map(({ scope, grade_id, user_ids, count, limit, exam_ids }) => {
          const grade = grades.find((one) => one.id === grade_id);
          return {
            scope,
            grade: grade ? { id: grade.id, shortcut: grade.shortcut, name: grade.name } : null,
            pupils_count: user_ids.length,
            pupils: pupils
              .filter((one) => user_ids.includes(one.id))
              .map(({ firstname, lastname }) => `${firstname} ${lastname}`)
              .sort(),
            count,
            limit,
            exams: others
              .filter((one) => exam_ids.includes(one.id))
              .map((one) => ({
                id: one.id,
                date: one.date,
                time_begins_at: one.time_begins_at,
                kind: one.kind,
                name: nameOf(one).displayname,
              })),
          };
        }),
        taken: [
          ...taken.lessons,
          ...taken.exams.map((one) => ({
            type: 'exam' as const,
            name: nameOf(one).displayname,
            time_begins_at: one.time_begins_at,
            time_ends_at: one.time_ends_at,
          })),
        ].toSorted((one, other) => one.time_begins_at.localeCompare(other.time_begins_at)),
        can: { exceed: plansExams(actor) ? 1 : 0 },
      },
    };
  };
}
