import type { Club, Row, YearPlan } from './curriculum.ts';
import { DAYS, HOURS, type Room, subjectOf } from './house.ts';
import type { Random } from './random.ts';
import { type Part, schedule, type Unit, type WeekMask } from './scheduler.ts';
import { FULL_LOAD, mayTeach, staffOf, type Teacher } from './staff.ts';

/** A group of pupils that is not a whole grade. */
export interface Course {
  code: string;
  name: string;
  subject: string | null;
  grades: string[];
  teachers: string[];
  /** Which choice it belongs to: a pupil of its grades is in exactly one course of each group (clubs: in any number). */
  group: string;
  core: string | null;
  kind: 'band' | 'half' | 'club';
}

/** A lesson of the week with its slots; `weekday` and `hour` from 1. */
export interface PlannedLesson {
  subject: string;
  grades: string[];
  teacher: string;
  course: string | null;
  weeks: WeekMask;
  /** Lessons with the same number are coupled: they are always held together. */
  coupling: number;
  slots: { weekday: number; hour: number; room: string }[];
}

export interface WeeklyPlan {
  grades: string[];
  teachers: Teacher[];
  courses: Course[];
  lessons: PlannedLesson[];
  /** Class teacher of each grade. */
  leaders: Map<string, string>;
}

interface Draft extends Omit<PlannedLesson, 'teacher'> {
  row: number;
  /** Periods a week, averaged over the weeks. */
  load: number;
  rooms: number[];
}

interface DraftRow {
  grades: string[];
  blocks: readonly number[];
  drafts: Draft[];
  year: YearPlan;
}

/** What a plan is made for. */
export interface PlanInput {
  years: readonly YearPlan[];
  clubs: readonly Club[];
  rooms: readonly Room[];
  teachers: number;
  random: Random;
}

function courseCodes(): (year: string, subject: string, type: string) => string {
  const counters = new Map<string, number>();
  return (year, subject, type) => {
    const stem = type === '' ? `${year}-${subject}` : `${year}-${subject}-${type}`;
    const number = (counters.get(stem) ?? 0) + 1;
    counters.set(stem, number);
    return `${stem}${number}`;
  };
}

/** Rows of the hour tables become drafts of lessons, one row for each grade or band. */
function draftRows(input: PlanInput, courses: Course[]): DraftRow[] {
  const codeOf = courseCodes();
  const allGrades = input.years.flatMap((year) => year.letters.map((letter) => year.year + letter));
  const homes = input.rooms.map((_, i) => i).filter((i) => input.rooms[i]?.kind === 'class');
  const spare = homes.slice(allGrades.length > 6 ? allGrades.length - 6 : allGrades.length);
  const result: DraftRow[] = [];
  let coupling = 0;

  const roomsOf = (subject: string, grades: readonly string[], index: number): number[] => {
    const own = grades.map((grade) => homes[allGrades.indexOf(grade)] as number);
    const first = own[index % own.length] as number;
    const ordinary = [...new Set([first, ...own, ...spare, ...homes])];
    const wanted = subjectOf(subject).rooms.flatMap((kind) =>
      kind === 'class' ? ordinary : input.rooms.map((_, i) => i).filter((i) => input.rooms[i]?.kind === kind),
    );
    return wanted.length > 0 ? wanted : ordinary;
  };

  for (const year of input.years) {
    const grades = year.letters.map((letter) => year.year + letter);
    const addRow = (
      row: Row,
      forGrades: string[],
      make: (draft: (d: Partial<Draft> & { subject: string }) => Draft) => Draft[],
    ) => {
      const number = ++coupling;
      const hours = row.blocks.reduce((sum, length) => sum + length, 0);
      let index = 0;
      const drafts = make((part) => ({
        course: null,
        weeks: 3,
        grades: forGrades,
        coupling: number,
        slots: [],
        row: result.length,
        load: part.weeks === 1 || part.weeks === 2 ? hours / 2 : hours,
        rooms: roomsOf(part.subject, forGrades, index++),
        ...part,
      }));
      result.push({ grades: forGrades, blocks: row.blocks, drafts, year });
    };
    const halves = new Set<string>();
    for (const row of year.rows) {
      if (row.kind === 'band') {
        addRow(row, grades, (draft) =>
          row.courses.map(({ subject, type }, i) => {
            const code = codeOf(year.year, subject, type);
            const number =
              code.slice(`${year.year}-${subject}-${type}`.length) || code.slice(`${year.year}-${subject}`.length);
            const name = `${subjectOf(subject).name}${type === '' ? '' : ` ${type}`} ${number} (Jg. ${year.year})`;
            courses.push({
              code,
              name,
              subject,
              grades,
              teachers: [],
              group: `${year.year} ${row.name}`,
              core: row.core ?? null,
              kind: 'band',
            });
            return draft({ subject, course: code, rooms: roomsOf(subject, grades, i) });
          }),
        );
        continue;
      }
      grades.forEach((grade, i) => {
        addRow(row, [grade], (draft) => {
          if (row.kind === 'class') return [draft({ subject: row.subject })];
          const [first, second] = i % 2 === 0 ? row.subjects : [row.subjects[1], row.subjects[0]];
          if (row.kind === 'alternating')
            return [draft({ subject: first, weeks: 1 }), draft({ subject: second, weeks: 2 })];
          const groups = [1, 2].map((n) => `${grade}/${n}`);
          if (!halves.has(grade)) {
            halves.add(grade);
            groups.forEach((code, n) => {
              const name = `${grade}, Gruppe ${n + 1}`;
              const group = `${grade} Gruppe`;
              courses.push({
                code,
                name,
                subject: null,
                grades: [grade],
                teachers: [],
                group,
                core: null,
                kind: 'half',
              });
            });
          }
          return ([1, 2] as const).flatMap((weeks) =>
            groups.map((course, n) => draft({ subject: (n === 0) === (weeks === 1) ? first : second, course, weeks })),
          );
        });
      });
    }
  }
  return result;
}

function demandOf(rows: readonly DraftRow[]): Map<string, number> {
  const demand = new Map<string, number>();
  for (const { drafts } of rows) {
    for (const { subject, load } of drafts) {
      const needed = subjectOf(subject).qualifications;
      for (const code of needed) demand.set(code, (demand.get(code) ?? 0) + load / needed.length);
    }
  }
  return demand;
}

/** Gives every lesson a teacher who studied it, rarest subjects and widest bands first; nobody twice in one row and week. */
function assignTeachers(
  rows: readonly DraftRow[],
  teachers: readonly Teacher[],
): { of: Map<Draft, number>; leaders: Map<string, string> } {
  const of = new Map<Draft, number>();
  const load = teachers.map(() => 0);
  const inGrade = new Map<string, Map<number, number>>();
  const able = (subject: string) => teachers.filter((teacher) => mayTeach(teacher, subject)).length;
  const free = (draft: Draft) => subjectOf(draft.subject).qualifications.length === 0;
  const leaders = new Map<string, string>();

  const assign = (row: DraftRow, draft: Draft): void => {
    const together = row.drafts
      .filter((other) => (other.weeks & draft.weeks) !== 0 && of.has(other))
      .map((other) => of.get(other));
    const twin = row.drafts.find(
      (other) => of.has(other) && other.subject === draft.subject && (other.weeks & draft.weeks) === 0,
    );
    const leader = draft.grades.length === 1 ? leaders.get(draft.grades[0] as string) : undefined;
    let best = -1;
    let bestScore = Number.POSITIVE_INFINITY;
    teachers.forEach((teacher, i) => {
      if (!mayTeach(teacher, draft.subject) || together.includes(i)) return;
      const total = (load[i] as number) + draft.load;
      const known = draft.grades.length === 1 && inGrade.get(draft.grades[0] as string)?.has(i) ? 3 : 0;
      const sole = draft.subject === 'KLR' && teacher.code === leader ? 50 : 0;
      const same = twin !== undefined && of.get(twin) === i ? 40 : 0;
      const score = total + (total > FULL_LOAD ? 100 : 0) - known - sole - same;
      if (score < bestScore) [best, bestScore] = [i, score];
    });
    if (best < 0) throw new Error(`nobody is left for ${draft.subject} in ${draft.grades.join(', ')}`);
    of.set(draft, best);
    load[best] = (load[best] as number) + draft.load;
    for (const grade of draft.grades) {
      const hours = inGrade.get(grade) ?? new Map<number, number>();
      hours.set(best, (hours.get(best) ?? 0) + draft.load);
      inGrade.set(grade, hours);
    }
  };

  const order = rows.flatMap((row) => row.drafts.map((draft) => ({ row, draft })));
  order.sort((a, b) => able(a.draft.subject) - able(b.draft.subject) || b.row.drafts.length - a.row.drafts.length);
  for (const { row, draft } of order) if (!free(draft)) assign(row, draft);
  const leading = new Set<number>();
  for (const [grade, hours] of [...inGrade].sort(([a], [b]) => a.localeCompare(b, 'de', { numeric: true }))) {
    const ranked = [...hours].filter(([i]) => !leading.has(i)).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const first = ranked[0]?.[0];
    if (first === undefined) continue;
    leading.add(first);
    leaders.set(grade, (teachers[first] as Teacher).code);
  }
  for (const { row, draft } of order) if (free(draft)) assign(row, draft);
  return { of, leaders };
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

/** A complete, clash-free week. Deterministic for a given random source; see the tests for what it promises. */
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

/** Clubs lie in the two afternoon periods of their day; somebody who may and is free leads them. */
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
