import { type ExamOptions, examName, type examsApi, plansExams } from '@kreide/core/features/exams';
import { findsPeople } from '@kreide/core/features/timetable';
import { toLocal } from '@kreide/core/kernel';
import type { Handlers } from '../../kernel/http/implement.ts';
import { bookablesOf, coursesOf, gradesOf, listInUse, subjectsOf } from '../structure/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { readerOfCall, subjectsIn } from './reader.ts';

interface Unit {
  id: number;
  shortcut: string;
  name: string | null;
}
const toUnit = ({ id, shortcut, name }: Unit) => ({ id, shortcut, name });

/** For what somebody enters exams, and what the form offers. */
export function optionsHandler(plans: PlanStore): Handlers<typeof examsApi>['getOptions'] {
  return async ({ actor, db, now, language }) => {
    const { school_id } = actor;
    const reader = await readerOfCall(plans, { db, actor, now });
    const snapshot = await plans.snapshotAt(school_id, toLocal(now, actor.time_zone).date);
    const grades = await listInUse(gradesOf(db, school_id));
    const mayEnter = reader.plans || reader.course_ids.length + reader.subjects.length > 0;
    const sees = reader.sees_all ? grades : grades.filter(({ id }) => reader.grade_ids.includes(id));
    const data: ExamOptions = {
      units: [],
      grades: sees.map(toUnit),
      rooms: [],
      times: [],
      can: { create: mayEnter ? 1 : 0, exceed: plansExams(actor) ? 1 : 0 },
    };
    if (!mayEnter) return { data };
    const subjects = new Map((await subjectsOf(db, school_id).execute()).map((one) => [one.id, one]));
    const subjectOf = (wanted: number | null) => {
      const subject = wanted === null ? undefined : subjects.get(wanted);
      return subject ? { ...toUnit(subject), color: subject.color } : null;
    };
    const courses = (await listInUse(coursesOf(db, school_id))).filter(
      ({ id }) => reader.plans || reader.course_ids.includes(id),
    );
    const ofCourses = courses.map((course) => {
      const parts = { course: toUnit(course), subject: subjectOf(course.subject_id) };
      const classes = grades.filter(({ id }) => course.grade_ids.includes(id));
      const name = examName({ ...parts, grades: [] });
      const whose = classes.map(({ shortcut }) => shortcut).join(', ');
      return { ...parts, grade: null, name: whose === '' ? name : `${name} (${whose})` };
    });
    const taught = reader.plans ? subjectsIn(snapshot, null) : reader.subjects;
    const ofGrades = grades.flatMap((grade) =>
      taught
        .filter(({ grade_id }) => grade_id === grade.id)
        .flatMap(({ subject_id }) => {
          const subject = subjectOf(subject_id);
          const parts = { course: null, subject, grade: toUnit(grade) };
          return subject ? [{ ...parts, name: examName({ ...parts, grades: [parts.grade] }) }] : [];
        }),
    );
    const rooms = await listInUse(bookablesOf(db, school_id));
    return {
      data: {
        ...data,
        units: [...ofGrades, ...ofCourses].sort((one, other) =>
          one.name.localeCompare(other.name, language, { numeric: true }),
        ),
        rooms: rooms.filter(({ is_public }) => is_public || findsPeople(actor)).map(toUnit),
        times: snapshot?.times.filter(({ type, is_hidden }) => type === 'LESSON' && !is_hidden) ?? [],
      },
    };
  };
}
