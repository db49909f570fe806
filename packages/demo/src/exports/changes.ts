import type { LessonRecord, PlacementRecord } from '@kreide/core/features/timetable-import';
import { ROOMS, timeOf } from '../house.ts';
import { countsOf, DEMO_GRADE, type DemoSchool } from '../school.ts';

/** A changed copy of a school and what was changed, in words. */
export interface ChangedSchool {
  school: DemoSchool;
  changes: string[];
}

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

const slotName = ({ weekday, hour }: PlacementRecord) => `${DAY_NAMES[(weekday ?? 1) - 1]}, period ${hour}`;
const slotKey = ({ weekday, hour }: PlacementRecord) => `${weekday}/${hour}`;

interface Busy {
  teacher(code: string, placement: PlacementRecord): boolean;
  room(code: string, placement: PlacementRecord): boolean;
}

function busyIn(lessons: readonly LessonRecord[]): Busy {
  const used = new Set<string>();
  for (const lesson of lessons) {
    for (const placement of lesson.placements) {
      for (const code of lesson.teachers) used.add(`teacher ${code} ${slotKey(placement)}`);
      for (const code of placement.bookables) used.add(`room ${code} ${slotKey(placement)}`);
    }
  }
  return {
    teacher: (code, placement) => used.has(`teacher ${code} ${slotKey(placement)}`),
    room: (code, placement) => used.has(`room ${code} ${slotKey(placement)}`),
  };
}

const isPlain = (lesson: LessonRecord, grade: string) =>
  lesson.course === null &&
  lesson.grades.length === 1 &&
  lesson.grades[0] === grade &&
  lesson.placements.every((one) => one.weeks.kind === 'every');

/** Mathematics of the demo grade swaps with another lesson on another day and gets a new room. */
function swapMaths(lessons: LessonRecord[]): string {
  const busy = busyIn(lessons);
  const own = lessons.filter((lesson) => isPlain(lesson, DEMO_GRADE));
  const maths = own.filter((lesson) => lesson.subject === 'M');
  for (const first of maths) {
    for (const from of first.placements) {
      for (const second of own.filter((lesson) => lesson.subject !== 'M')) {
        for (const to of second.placements) {
          const room = ROOMS.find(
            ({ code, kind }) => kind === 'class' && code.startsWith('B') && !busy.room(code, to),
          )?.code;
          const isOpen =
            from.weekday !== to.weekday &&
            room !== undefined &&
            !busy.teacher(first.teachers[0] as string, to) &&
            !busy.teacher(second.teachers[0] as string, from) &&
            from.bookables[0] === to.bookables[0] &&
            !first.placements.some((one) => one.weekday === to.weekday) &&
            !second.placements.some((one) => one.weekday === from.weekday);
          if (!isOpen) continue;
          const words = `${DEMO_GRADE} ${first.subject}: from ${slotName(from)}, room ${from.bookables[0]}, to ${slotName(to)}, room ${room}; ${second.subject} comes to ${slotName(from)}`;
          const [was, will] = [{ ...from }, { ...to }];
          first.placements[first.placements.indexOf(from)] = { ...will, bookables: [room] };
          second.placements[second.placements.indexOf(to)] = { ...was };
          return words;
        }
      }
    }
  }
  throw new Error('no lesson of the demo grade can change places');
}

/** A lesson goes to another teacher of the subject who is free at all its times. */
function newTeacher(school: DemoSchool, lessons: LessonRecord[], grade: string): string {
  const busy = busyIn(lessons);
  for (const lesson of lessons.filter((one) => isPlain(one, grade) && one.placements.length <= 2)) {
    const other = school.plan.teachers.find(
      ({ code }) =>
        !lesson.teachers.includes(code) &&
        school.qualifications[code]?.includes(lesson.subject ?? '') &&
        !lesson.placements.some((placement) => busy.teacher(code, placement)),
    );
    if (other === undefined) continue;
    const words = `${grade} ${lesson.subject}: ${other.code} instead of ${lesson.teachers[0]}`;
    lesson.teachers = [other.code];
    return words;
  }
  throw new Error(`no lesson of ${grade} can get another teacher`);
}

/** One slot of a lesson moves to another free room. */
function newRoom(lessons: LessonRecord[], grade: string): string {
  const busy = busyIn(lessons);
  for (const lesson of lessons.filter((one) => isPlain(one, grade) && one.subject === 'D')) {
    for (const placement of lesson.placements) {
      const room = ROOMS.find(({ code }) => code === 'BÜCH' && !busy.room(code, placement));
      if (room === undefined) continue;
      const words = `${grade} ${lesson.subject} on ${slotName(placement)}: room ${room.code} instead of ${placement.bookables[0]}`;
      lesson.placements[lesson.placements.indexOf(placement)] = { ...placement, bookables: [room.code] };
      return words;
    }
  }
  throw new Error(`no lesson of ${grade} can change its room`);
}

/**
 * A copy of the demo school with a handful of changes, still without clashes: a move, a new teacher, a new room, one
 * club that ends and one that starts. The example files contain it; `changes` describes it for their README.
 */
export function changedSchool(school: DemoSchool): ChangedSchool {
  const plan = structuredClone(school.plan);
  const changes = [swapMaths(plan.lessons), newTeacher(school, plan.lessons, '8c'), newRoom(plan.lessons, '6a')];
  const gone = plan.lessons.find((lesson) => lesson.course === 'AG Töpfern');
  if (gone === undefined) throw new Error('the demo school has lost its pottery club');
  const code = 'AG Imkern';
  const subject = 'BI';
  const grades = ['8a', '8b', '8c', '9a', '9b', '9c'];
  const id = String(Math.max(...plan.lessons.map((lesson) => Number(lesson.external_id))) + 1);
  const slots = (['7', '8'] as const).map(
    (hour): PlacementRecord => ({ weekday: 3, hour, ...timeOf(hour), bookables: ['BI 2'], weeks: { kind: 'every' } }),
  );
  const busy = busyIn(plan.lessons);
  const leader = plan.teachers.find(
    (teacher) =>
      school.qualifications[teacher.code]?.includes(subject) && !slots.some((slot) => busy.teacher(teacher.code, slot)),
  );
  if (leader === undefined || slots.some((slot) => busy.room('BI 2', slot))) throw new Error('nobody can keep bees');
  plan.lessons = plan.lessons.filter((lesson) => lesson !== gone);
  plan.courses = plan.courses.filter((course) => course.code !== gone.course);
  const teachers = [leader.code];
  plan.courses.push({ external_id: null, code, name: 'Imkerei', subject, grades, teachers, is_required: false });
  const nothing = { begins_at: null, ends_at: null, comment: null };
  plan.lessons.push({ external_id: id, subject, grades, teachers, course: code, ...nothing, placements: slots });
  changes.push(
    `the club ${gone.course} has ended`,
    `the new club ${code} (8a to 9c) meets on Wednesday, periods 7 and 8, in BI 2`,
  );
  plan.counts = countsOf(plan);
  return { school: { ...school, plan }, changes };
}
