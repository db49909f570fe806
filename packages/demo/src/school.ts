import type { LessonRecord, ParsedPlan, SupervisionRecord, Weeks } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { anchorOf, holidaysOf, localDate, type SchoolYear, schoolYearOf } from './calendar.ts';
import { CLUBS, YEARS } from './curriculum.ts';
import type { PlanInput } from './draft-rows.ts';
import { ROOMS, roomRecord, SUBJECTS, subjectRecord, TIMES, timeOf } from './house.ts';
import type { Sex } from './names.ts';
import {
  enrol,
  familiesOf,
  namer,
  type Parent,
  type PeopleInput,
  type Pupil,
  type TeacherUser,
  teacherUsers,
} from './people.ts';
import { randomOf } from './random.ts';
import type { WeekMask } from './scheduler.ts';
import { type WeeklyPlan, weeklyPlan } from './weekly-plan.ts';

/** A member of the office staff; no lessons, no children. */
export interface Admin {
  username: string;
  firstname: string;
  lastname: string;
  sex: Sex;
}

/** A whole invented school as data; the seeding code gives everybody the demo password. */
export interface DemoSchool {
  slink: string;
  name: string;
  street: string;
  postal_code: string;
  city: string;
  /** A key of `SCHOOL_TYPES`. */
  type: string;
  /** `#rrggbb`. */
  color: string;
  school_year: SchoolYear;
  /** First Monday of week A. */
  anchor: string;
  /** Grid, master data, weekly plan, holidays; no substitutions (see `demoSubstitutions`). Its format is `demo`. */
  plan: ParsedPlan;
  /** Groups of lessons (external ids) that are always held together. */
  couplings: string[][];
  /** Class teachers: grade code → teacher code. */
  class_teachers: Record<string, string>;
  /** Subjects of each teacher: teacher code → subject codes. */
  qualifications: Record<string, string[]>;
  pupils: Pupil[];
  parents: Parent[];
  teachers: TeacherUser[];
  admins: Admin[];
}

/** The grade of `student`; also where the demo has the most changes. */
export const DEMO_GRADE = '10b';
/** The grade of the other child of `parent`. */
export const SIBLING_GRADE = '6a';
const DEMO_SUBJECT = 'M';

const WEEKS: Readonly<Record<WeekMask, Weeks>> = {
  1: { kind: 'cycle', mask: [true, false], name: 'A' },
  2: { kind: 'cycle', mask: [false, true], name: 'B' },
  3: { kind: 'every' },
};

function lessonRecords(week: WeeklyPlan): LessonRecord[] {
  return week.lessons.map((lesson, index) => ({
    external_id: String(index + 1),
    subject: lesson.subject,
    grades: lesson.grades,
    teachers: [lesson.teacher],
    course: lesson.course,
    begins_at: null,
    ends_at: null,
    comment: null,
    placements: lesson.slots.map(({ weekday, hour, room }) => ({
      weekday: weekday as Weekday,
      hour: String(hour),
      ...timeOf(String(hour)),
      bookables: [room],
      weeks: WEEKS[lesson.weeks],
    })),
  }));
}

/** Two people supervise each of the two big breaks, in two areas, every day. */
function supervisionsOf(week: WeeklyPlan): SupervisionRecord[] {
  const result: SupervisionRecord[] = [];
  for (const weekday of [1, 2, 3, 4, 5] as const) {
    for (const [before_hour, previous] of [
      ['3', 2],
      ['5', 4],
    ] as const) {
      const near = week.lessons
        .filter(
          (lesson) =>
            lesson.weeks === 3 && lesson.slots.some((slot) => slot.weekday === weekday && slot.hour === previous),
        )
        .map((lesson) => lesson.teacher);
      ['Schulhof', 'Pausenhalle'].forEach((area, i) => {
        const teacher = near[(weekday * 5 + previous + i * 7) % near.length] ?? null;
        result.push({ area, teacher, weekday, before_hour, minutes: 20, weeks: { kind: 'every' } });
      });
    }
  }
  return result;
}

/** Record counts the way an import reports them: lessons, their weekly slots, master data. */
export function countsOf(plan: Omit<ParsedPlan, 'counts'>): ParsedPlan['counts'] {
  return {
    lessons: plan.lessons.length,
    placements: plan.lessons.reduce((sum, lesson) => sum + lesson.placements.length, 0),
    grades: plan.grades.length,
    teachers: plan.teachers.length,
    bookables: plan.bookables.length,
    subjects: plan.subjects.length,
    substitutions: plan.substitutions.length,
  };
}

function parsedPlan(week: WeeklyPlan, input: PlanInput, year: SchoolYear): ParsedPlan {
  const used = new Set(week.lessons.map((lesson) => lesson.subject));
  const plan: Omit<ParsedPlan, 'counts'> = {
    format: 'demo',
    scope: {
      complete: ['grades', 'teachers', 'bookables', 'subjects', 'courses', 'times', 'holidays', 'supervisions'],
      lessons: 'all',
      substitutions: null,
    },
    school_year: { ...year, by: 'stated' },
    times: [...TIMES],
    grades: week.grades.map((code) => ({ external_id: null, code, name: gradeName(code) })),
    teachers: week.teachers.map(({ code, firstname, lastname, title }) => ({
      external_id: null,
      code,
      name: `${title === null ? '' : `${title} `}${firstname} ${lastname}`,
      firstname,
      lastname,
      title,
    })),
    bookables: input.rooms.map(roomRecord),
    subjects: SUBJECTS.filter((subject) => used.has(subject.code)).map(subjectRecord),
    courses: week.courses.map(({ code, name, subject, grades, teachers }) => ({
      external_id: null,
      code,
      name,
      subject,
      grades,
      teachers,
      is_required: false,
    })),
    lessons: lessonRecords(week),
    substitutions: [],
    supervisions: supervisionsOf(week),
    holidays: holidaysOf(year),
    warnings: [],
    rejected: [],
  };
  return { ...plan, counts: countsOf(plan) };
}

function gradeName(code: string): string {
  return Number.parseInt(code, 10) > 10 ? `Stufe ${code}` : `Klasse ${code}`;
}

interface SchoolInput {
  slink: string;
  name: string;
  street: string;
  postal_code: string;
  city: string;
  /** A key of `SCHOOL_TYPES`. */
  type: string;
  color: string;
  plan: PlanInput;
  people: PeopleInput;
  admins: { firstname: string; lastname: string; sex: Sex }[];
  /** Modifies the generated plan before people are assigned to it. */
  adapt?: (week: WeeklyPlan) => void;
}

function schoolOf(input: SchoolInput, now: Date): DemoSchool {
  const year = schoolYearOf(localDate(now));
  const week = weeklyPlan(input.plan);
  input.adapt?.(week);
  const name = namer();
  const lead = week.lessons.find(
    (lesson) => lesson.subject === DEMO_SUBJECT && lesson.grades.includes(DEMO_GRADE),
  )?.teacher;
  const teachers = teacherUsers(week.teachers, lead ?? '', name);
  const { pupils, parents } = familiesOf(input.people, name);
  enrol(pupils, week.courses, input.people.random);
  const couplings = new Map<number, string[]>();
  week.lessons.forEach((lesson, i) => {
    couplings.set(lesson.coupling, [...(couplings.get(lesson.coupling) ?? []), String(i + 1)]);
  });
  return {
    slink: input.slink,
    name: input.name,
    street: input.street,
    postal_code: input.postal_code,
    city: input.city,
    type: input.type,
    color: input.color,
    school_year: year,
    anchor: anchorOf(year),
    plan: parsedPlan(week, input.plan, year),
    couplings: [...couplings.values()].filter((group) => group.length > 1),
    class_teachers: Object.fromEntries(week.leaders),
    qualifications: Object.fromEntries(week.teachers.map((teacher) => [teacher.code, teacher.subjects])),
    pupils,
    parents,
    teachers,
    admins: input.admins.map((admin, i) => ({
      ...admin,
      username: i === 0 ? 'admin' : name(admin.firstname, admin.lastname),
    })),
  };
}

/**
 * The demo school: 24 grades, 60 teachers, 640 pupils, 900 parents, 50 rooms, 30 subjects and about 1,100 weekly slots
 * without a clash. People and plan are the same in every year; school year, free days and anchor follow `now`.
 */
export function demoSchool(now: Date): DemoSchool {
  const sizes = new Map<string, number>();
  for (const { year, letters } of YEARS) {
    for (const letter of letters) sizes.set(year + letter, Number(year) <= 10 ? 27 : year === '13' ? 25 : 26);
  }
  const random = randomOf('demo people');
  return schoolOf(
    {
      slink: 'demo',
      name: 'Lindenhof-Gymnasium Amselfeld',
      street: 'Am Lindenhof 12',
      postal_code: '00815',
      city: 'Amselfeld',
      type: 'grammar',
      color: '#1f7a6d',
      plan: { years: YEARS, clubs: CLUBS, rooms: ROOMS, teachers: 60, random: randomOf('demo plan') },
      people: {
        sizes,
        parents: 900,
        pairs: 150,
        cast: { studentGrade: DEMO_GRADE, siblingGrade: SIBLING_GRADE },
        random,
      },
      admins: [
        { firstname: 'Regine', lastname: 'Tintelnot', sex: 'FEMALE' },
        { firstname: 'Falk', lastname: 'Hohenbrück', sex: 'MALE' },
      ],
    },
    now,
  );
}

/**
 * A second, small school. Grades, rooms, subjects, lessons and usernames have the same codes as in the demo school and
 * teachers the same shortcuts, but all people have different names: any leak from one school to the other is visible.
 */
export function demo2School(now: Date): DemoSchool {
  const wanted: Readonly<Record<string, readonly string[]>> = { '5': ['a', 'b'], '6': ['a'], '10': ['b'] };
  const years = YEARS.filter(({ year }) => year in wanted).map((year) => ({
    ...year,
    letters: wanted[year.year] ?? [],
  }));
  const sizes = new Map(
    years.flatMap(({ year, letters }) => letters.map((letter): [string, number] => [year + letter, 16])),
  );
  const random = randomOf('demo2 people');
  return schoolOf(
    {
      slink: 'demo2',
      name: 'Gesamtschule Hagebuttental',
      street: 'Rosenstieg 3',
      postal_code: '00816',
      city: 'Hagebuttental',
      type: 'comprehensive',
      color: '#8a4fb3',
      plan: { years, clubs: [], rooms: ROOMS, teachers: 16, random: randomOf('demo2 plan') },
      people: {
        sizes,
        parents: 90,
        pairs: 12,
        cast: { studentGrade: DEMO_GRADE, siblingGrade: SIBLING_GRADE },
        random,
      },
      admins: [{ firstname: 'Wilma', lastname: 'Kornblum', sex: 'FEMALE' }],
      adapt: (week) => {
        const names = randomOf('demo2 staff').shuffled(SECOND_STAFF);
        for (const [i, teacher] of week.teachers.entries()) Object.assign(teacher, names[i], { title: null });
      },
    },
    now,
  );
}

/** A school as small as the second one, to look around in beside a real one. */
export const trialSchool = (now: Date, slink: string): DemoSchool => ({ ...demo2School(now), slink });

const SECOND_STAFF: { firstname: string; lastname: string; sex: Sex }[] = [
  'f Agathe Quittenbaum',
  'm Bodo Schlehdorn',
  'f Cosima Weißdorn',
  'm Dirk Holunder',
  'f Edda Ginster',
  'm Ferdi Sanddorn',
  'f Gudrun Heckenrose',
  'm Hasso Eberesch',
  'f Irmi Wacholder',
  'm Joost Berberitz',
  'f Karla Kornelius',
  'm Lars Mispelbaum',
  'f Mona Liguster',
  'm Nils Pfaffenhut',
  'f Olga Felsenbirne',
  'm Poul Schneeball',
].map((entry) => {
  const [sex, firstname = '', lastname = ''] = entry.split(' ');
  return { sex: sex === 'f' ? 'FEMALE' : 'MALE', firstname, lastname };
});
