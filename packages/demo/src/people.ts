import type { Course } from './draft-rows.ts';
import { FAMILY_NAMES, FIRST_NAMES, plain, type Sex } from './names.ts';
import type { Random } from './random.ts';
import type { Teacher } from './staff.ts';

interface Person {
  /** Username, unique in the school. */
  username: string;
  firstname: string;
  lastname: string;
  sex: Sex;
}

export interface Pupil extends Person {
  /** Code of the grade. */
  grade: string;
  /** Codes of the courses: exactly one of each choice of the grade, and at most one club. */
  courses: string[];
}

export interface Parent extends Person {
  /** Usernames of the children. */
  children: string[];
  relation: 'MOTHER' | 'FATHER';
}

export interface TeacherUser extends Person {
  title: string | null;
  /** Shortcut in the timetable. */
  code: string;
}

/** The grades of `student` and of the other child of `parent`. */
export interface Cast {
  studentGrade: string;
  siblingGrade: string;
}

/** The size of each grade and the structure of the families. */
export interface PeopleInput {
  sizes: ReadonlyMap<string, number>;
  parents: number;
  /** Families with two children at the school. */
  pairs: number;
  cast: Cast;
  random: Random;
}

const LARGEST_CLUB = 30;

type Namer = (firstname: string, lastname: string) => string;

/** Usernames `vorname.nachname`, with a number where two people have the same name. */
export function namer(): Namer {
  const taken = new Set<string>(['admin', 'teacher', 'parent', 'student']);
  return (firstname, lastname) => {
    const stem = `${plain(firstname)}.${plain(lastname)}`;
    let name = stem;
    for (let n = 2; taken.has(name); n++) name = `${stem}${n}`;
    taken.add(name);
    return name;
  };
}

function personOf(sex: Sex, lastname: string, name: Namer, random: Random): Person {
  const firstname = random.pick(FIRST_NAMES[sex]);
  return { username: name(firstname, lastname), firstname, lastname, sex };
}

const anySex = (random: Random): Sex => (random.chance(0.5) ? 'FEMALE' : 'MALE');

/** Pupils in class order and their parents; siblings share a last name, and so do most parents. */
export function familiesOf(input: PeopleInput, name: Namer): { pupils: Pupil[]; parents: Parent[] } {
  const { random, cast } = input;
  const seats = random.shuffled([...input.sizes].flatMap(([grade, size]) => Array.from({ length: size }, () => grade)));
  const take = (grade: string): string => seats.splice(seats.indexOf(grade), 1)[0] as string;
  const households: string[][] = [[take(cast.studentGrade), take(cast.siblingGrade)]];
  for (let i = 1; i < input.pairs; i++) {
    const first = seats.pop() as string;
    const other = seats.findIndex((grade) => grade !== first);
    households.push([first, ...seats.splice(Math.max(other, 0), 1)]);
  }
  households.push(...seats.map((grade) => [grade]));
  const couples = input.parents - households.length;
  const withTwo = new Set([0, ...random.shuffled(households.map((_, i) => i).slice(1)).slice(0, couples - 1)]);
  const pupils: Pupil[] = [];
  const parents: Parent[] = [];
  households.forEach((grades, index) => {
    const lastname = random.pick(FAMILY_NAMES);
    const children = grades.map((grade, i): Pupil => {
      const person = personOf(anySex(random), lastname, name, random);
      return { ...person, username: index === 0 && i === 0 ? 'student' : person.username, grade, courses: [] };
    });
    pupils.push(...children);
    const first = anySex(random);
    const adults: Sex[] = withTwo.has(index) ? [first, first === 'FEMALE' ? 'MALE' : 'FEMALE'] : [first];
    adults.forEach((sex, i) => {
      const person = personOf(sex, i === 1 && random.chance(0.25) ? random.pick(FAMILY_NAMES) : lastname, name, random);
      const relation = sex === 'FEMALE' ? 'MOTHER' : 'FATHER';
      const username = index === 0 && i === 0 ? 'parent' : person.username;
      parents.push({ ...person, username, relation, children: children.map((child) => child.username) });
    });
  });
  const order = new Map([...input.sizes.keys()].map((grade, i) => [grade, i]));
  const rank = (pupil: Pupil) => order.get(pupil.grade) ?? 0;
  pupils.sort(
    (a, b) => rank(a) - rank(b) || a.lastname.localeCompare(b.lastname, 'de') || a.username.localeCompare(b.username),
  );
  return { pupils, parents };
}

/**
 * Puts every pupil into one course of each choice: the smallest whose subject they do not have yet. `core` is the
 * compulsory subject unless an earlier course covers it (a grade's choices are in curriculum order).
 */
export function enrol(pupils: readonly Pupil[], courses: readonly Course[], random: Random): void {
  const size = new Map(courses.map((course) => [course.code, 0]));
  const groups = new Map<string, Course[]>();
  for (const course of courses) groups.set(course.group, [...(groups.get(course.group) ?? []), course]);
  for (const pupil of random.shuffled(pupils)) {
    const subjects = new Set<string>();
    let inClub = false;
    for (const group of groups.values()) {
      const open = group.filter((course) => course.grades.includes(pupil.grade));
      if (open.length === 0) continue;
      if (open[0]?.kind === 'club') {
        const club = open[0] as Course;
        const members = size.get(club.code) ?? 0;
        if (!inClub && members < LARGEST_CLUB && random.chance(0.12)) {
          inClub = true;
          size.set(club.code, members + 1);
          pupil.courses.push(club.code);
        }
        continue;
      }
      const core = open[0]?.core ?? null;
      const fitting = open.filter((course) => {
        if (core !== null) return (course.subject === core) === !subjects.has(core);
        return course.subject === null || !subjects.has(course.subject);
      });
      const choices = random.shuffled(fitting.length > 0 ? fitting : open);
      choices.sort((a, b) => (size.get(a.code) ?? 0) - (size.get(b.code) ?? 0));
      const chosen = choices[0] as Course;
      size.set(chosen.code, (size.get(chosen.code) ?? 0) + 1);
      if (chosen.subject !== null) subjects.add(chosen.subject);
      pupil.courses.push(chosen.code);
    }
  }
}

/** The staff as users; the one with this code has the username `teacher`. */
export function teacherUsers(teachers: readonly Teacher[], lead: string, name: Namer): TeacherUser[] {
  return teachers.map(({ code, firstname, lastname, title, sex }) => {
    const username = name(firstname, lastname);
    return { username: code === lead ? 'teacher' : username, firstname, lastname, title, sex, code };
  });
}
