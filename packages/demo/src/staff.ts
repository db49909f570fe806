import { subjectOf } from './house.ts';
import { TEACHER_NAMES } from './names.ts';
import type { Random } from './random.ts';

export interface Teacher {
  code: string;
  firstname: string;
  lastname: string;
  title: string | null;
  sex: 'FEMALE' | 'MALE';
  /** Codes of their qualifications. */
  subjects: string[];
}

/** Periods per week that need each qualification. */
export type Demand = ReadonlyMap<string, number>;

/** A full position, in periods per week. */
export const FULL_LOAD = 24;

function codeOf(lastname: string, taken: ReadonlySet<string>): string {
  // Codes stay within Windows-1252, because older programs use it.
  const letters = lastname
    .normalize('NFD')
    .replace(/(?<![aouAOU])\p{M}|[^\p{L}\p{M}]/gu, '')
    .normalize('NFC')
    .replaceAll('ı', 'i');
  for (let i = 3; i <= letters.length; i++) {
    const code = letters.slice(0, 2) + letters.charAt(i - 1);
    if (!taken.has(code)) return code;
  }
  return letters.slice(0, 4);
}

/**
 * A staff whose qualifications match the demand: everybody has two, chosen by what is still missing, so that each
 * subject has at least two people.
 */
export function staffOf(count: number, demand: Demand, random: Random): Teacher[] {
  const open = new Map(demand);
  const total = [...demand.values()].reduce((sum, hours) => sum + hours, 0);
  const share = total / count / 2;
  const most = (except?: string): string => {
    const rest = [...open].filter(([code]) => code !== except);
    const [first] = rest.sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
    if (first === undefined) throw new Error('a staff needs at least two subjects');
    open.set(first[0], first[1] - share);
    return first[0];
  };
  const taken = new Set<string>();
  const teachers = TEACHER_NAMES.slice(0, count).map(({ firstname, lastname, sex }): Teacher => {
    const code = codeOf(lastname, taken);
    taken.add(code);
    const first = most();
    const title = random.chance(0.15) ? 'Dr.' : null;
    return { code, firstname, lastname, title, sex, subjects: [first, most(first)] };
  });
  for (const code of demand.keys()) {
    const able = () => teachers.filter((teacher) => teacher.subjects.includes(code));
    while (able().length < Math.min(2, count)) {
      const others = teachers.filter((teacher) => !teacher.subjects.includes(code) && teacher.subjects.length < 3);
      random.pick(others.length > 0 ? others : teachers).subjects.push(code);
    }
  }
  return teachers;
}

/** Whether a teacher may teach a subject. */
export function mayTeach(teacher: Teacher, subject: string): boolean {
  const needed = subjectOf(subject).qualifications;
  return needed.length === 0 || needed.some((code) => teacher.subjects.includes(code));
}
