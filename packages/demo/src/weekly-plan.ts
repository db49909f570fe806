import { assignTeachers, demandOf } from './assignment.ts';
import { type Course, type Draft, type DraftRow, draftRows, type PlanInput, type PlannedLesson } from './draft-rows.ts';
import { DAYS, HOURS, type Room } from './house.ts';
import { type Part, schedule, type Unit } from './scheduler.ts';
import { mayTeach, staffOf, type Teacher } from './staff.ts';

export interface WeeklyPlan {
  grades: string[];
  teachers: Teacher[];
  courses: Course[];
  lessons: PlannedLesson[];
  /** Class teacher of each grade. */
  leaders: Map<string, string>;
}

function unitsOf(
  rows: readonly DraftRow[],
  drafts: readonly Draft[],
  grades: readonly string[],
  teacherOf: Map<Draft, number>,
): Unit[] {
  const numberOf = new Map(drafts.map((draft, i) => [draft, i]));
  return rows.flatMap((row, series) => {
    const slots = new Set(row.year.slots.map(([day, hour]) => (day - 1) * HOURS + hour - 1));
    const exact = row.year.slots.length <= 34;
    return row.blocks.map((length): Unit => {
      const starts = [...slots].filter((slot) => {
        if (length === 1) return true;
        return slots.has(slot + 1) && (slot % HOURS) % 2 === 0;
      });
      const parts = row.drafts.map((draft): Part => {
        const lesson = numberOf.get(draft) as number;
        return { lesson, teacher: teacherOf.get(draft) as number, rooms: draft.rooms, weeks: draft.weeks };
      });
      const slotCost = (start: number) => (exact ? 0 : ([0, 0, 0, 0, 1, 2, 6, 7, 14][start % HOURS] ?? 0));
      return { length, grades: row.grades.map((grade) => grades.indexOf(grade)), parts, starts, series, slotCost };
    });
  });
}

/** A complete, clash-free week. Deterministic for a given random source; the tests state its guarantees. */
export function weeklyPlan(input: PlanInput): WeeklyPlan {
  const courses: Course[] = [];
  const grades = input.years.flatMap((year) => year.letters.map((letter) => year.year + letter));
  const rows = draftRows(input, courses);
  const teachers = staffOf(input.teachers, demandOf(rows), input.random);
  const { of, leaders } = assignTeachers(rows, teachers);
  const drafts = rows.flatMap((row) => row.drafts);
  const units = unitsOf(rows, drafts, grades, of);
  const grid = {
    days: DAYS,
    hours: HOURS,
    grades: grades.length,
    teachers: teachers.length,
    rooms: input.rooms.length,
  };
  const appointments = schedule(units, grid, input.random);
  appointments.forEach(({ start, rooms }, u) => {
    const unit = units[u] as Unit;
    unit.parts.forEach((part, i) => {
      for (let slot = start; slot < start + unit.length; slot++) {
        const room = (input.rooms[rooms[i] as number] as Room).code;
        (drafts[part.lesson] as Draft).slots.push({
          weekday: Math.floor(slot / HOURS) + 1,
          hour: (slot % HOURS) + 1,
          room,
        });
      }
    });
  });
  const lessons = drafts.map((draft): PlannedLesson => {
    const { subject, grades: forGrades, course, weeks, coupling } = draft;
    const teacher = (teachers[of.get(draft) as number] as Teacher).code;
    const slots = draft.slots.sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
    return { subject, grades: forGrades, teacher, course, weeks, coupling, slots };
  });
  const plan: WeeklyPlan = { grades, teachers, courses, lessons, leaders };
  addClubs(plan, input);
  for (const course of courses) {
    course.teachers = [
      ...new Set(lessons.filter((lesson) => lesson.course === course.code).map((lesson) => lesson.teacher)),
    ];
  }
  return plan;
}

/** Clubs take the two afternoon periods of their day, each led by somebody who is available and allowed to. */
function addClubs(plan: WeeklyPlan, input: PlanInput): void {
  const load = new Map(plan.teachers.map((teacher) => [teacher.code, 0]));
  for (const lesson of plan.lessons) load.set(lesson.teacher, (load.get(lesson.teacher) ?? 0) + lesson.slots.length);
  let coupling = Math.max(...plan.lessons.map((lesson) => lesson.coupling));
  for (const club of input.clubs) {
    const grades = plan.grades.filter((grade) => club.years.includes(grade.slice(0, -1)));
    const atThatTime = plan.lessons.filter((lesson) =>
      lesson.slots.some((slot) => slot.weekday === club.weekday && (slot.hour === 7 || slot.hour === 8)),
    );
    const busy = new Set(atThatTime.map((lesson) => lesson.teacher));
    const full = new Set(
      atThatTime.flatMap((lesson) =>
        lesson.slots.filter((slot) => slot.weekday === club.weekday).map((slot) => slot.room),
      ),
    );
    const kind = input.rooms.find((room) => room.code === club.room)?.kind;
    const fitting = input.rooms.filter((room) => room.kind === kind && !full.has(room.code));
    const room = (fitting.find(({ code }) => code === club.room) ?? fitting[0])?.code;
    if (room === undefined) throw new Error(`no room is free for ${club.code}`);
    const slots = [7, 8].map((hour) => ({ weekday: club.weekday, hour, room }));
    const leaders = plan.teachers.filter((teacher) => mayTeach(teacher, club.subject) && !busy.has(teacher.code));
    leaders.sort((a, b) => (load.get(a.code) ?? 0) - (load.get(b.code) ?? 0) || a.code.localeCompare(b.code));
    const leader = leaders[0];
    if (leader === undefined) throw new Error(`nobody is free for ${club.code}`);
    load.set(leader.code, (load.get(leader.code) ?? 0) + 2);
    const { code, name, subject } = club;
    plan.courses.push({ code, name, subject, grades, teachers: [leader.code], group: code, core: null, kind: 'club' });
    coupling += 1;
    plan.lessons.push({ subject, grades, teacher: leader.code, course: code, weeks: 3, coupling, slots });
  }
}
