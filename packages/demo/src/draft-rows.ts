import type { Club, Row, YearPlan } from './curriculum.ts';
import { type Room, subjectOf } from './house.ts';
import type { Random } from './random.ts';
import type { WeekMask } from './scheduler.ts';

/** A group of pupils that is not a whole grade. */
export interface Course {
  code: string;
  name: string;
  subject: string | null;
  grades: string[];
  teachers: string[];
  /** Which choice it belongs to: a pupil is in exactly one course of each group for their grade (clubs: any number). */
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
  /** Lessons with the same number are coupled: always held together. */
  coupling: number;
  slots: { weekday: number; hour: number; room: string }[];
}

/** A lesson before it has a teacher. */
export interface Draft extends Omit<PlannedLesson, 'teacher'> {
  row: number;
  /** Periods per week, averaged over the weeks. */
  load: number;
  rooms: number[];
}

/** All lessons of one curriculum row: they share their appointments. */
export interface DraftRow {
  grades: string[];
  blocks: readonly number[];
  drafts: Draft[];
  year: YearPlan;
}

/** The input for a plan. */
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

/** Turns curriculum rows into draft lessons, one row for each grade or band. */
export function draftRows(input: PlanInput, courses: Course[]): DraftRow[] {
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
