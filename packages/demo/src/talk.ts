import { addDays, writeDate } from '@kreide/core/kernel';
import { holidaysOf, isSchoolDay, localDate, schoolYearOf } from './calendar.ts';
import { type Random, randomOf } from './random.ts';
import type { DemoSchool } from './school.ts';
import { CLASS_TALK, COURSE_TALK, PARENT_TALK, STAFF_TALK, type TalkText } from './talk-texts.ts';

/** A message of a demo school, in one of its generated channels. */
export interface DemoMessage {
  target: 'students' | 'parents' | 'courses' | 'teachers';
  /** Short name of the grade or course; null: of the whole school. */
  unit: string | null;
  /** Username of the author. */
  author: string;
  content: string;
  /** ISO instant, before `now`. */
  at: string;
}

const YEARS = 2;
const MINUTE = 60_000;

/** Two years of school days before today, oldest first. */
function daysBefore(today: string): string[] {
  const days: string[] = [];
  for (let date = addDays(today, -365 * YEARS); date < today; date = addDays(date, 1)) {
    const year = schoolYearOf(date);
    if (isSchoolDay(date, year, holidaysOf(year))) days.push(date);
  }
  return days;
}

interface Place {
  target: DemoMessage['target'];
  unit: string | null;
  texts: readonly TalkText[];
  /** Who begins, and who answers. */
  begins: readonly string[];
  answers: readonly string[];
  /** Conversations in these two years. */
  count: number;
}

function placesOf({ class_teachers, pupils, teachers, plan }: DemoSchool): Place[] {
  const usernameOf = new Map(teachers.map(({ code, username }) => [code, username]));
  const places: Place[] = [];
  for (const [grade, code] of Object.entries(class_teachers)) {
    const teacher = usernameOf.get(code);
    const answers = pupils.filter((pupil) => pupil.grade === grade).map(({ username }) => username);
    if (teacher === undefined || answers.length === 0) continue;
    places.push({ target: 'students', unit: grade, texts: CLASS_TALK, begins: [teacher], answers, count: 30 });
    places.push({ target: 'parents', unit: grade, texts: PARENT_TALK, begins: [teacher], answers: [], count: 16 });
  }
  const taught = new Map(plan.lessons.map(({ course, teachers: codes }) => [course, usernameOf.get(codes[0] ?? '')]));
  const courses = Map.groupBy(
    pupils.flatMap(({ username, courses: names }) => names.map((course) => ({ course, username }))),
    ({ course }) => course,
  );
  for (const [course, members] of courses) {
    const teacher = taught.get(course);
    if (teacher === undefined) continue;
    const answers = members.map(({ username }) => username);
    places.push({ target: 'courses', unit: course, texts: COURSE_TALK, begins: [teacher], answers, count: 8 });
  }
  const staff = teachers.map(({ username }) => username);
  places.push({ target: 'teachers', unit: null, texts: STAFF_TALK, begins: staff, answers: staff, count: 120 });
  return places;
}

function conversation(place: Place, text: TalkText, day: string, random: Random): DemoMessage[] {
  const { target, unit, begins, answers } = place;
  let at = Date.parse(`${day}T06:15:00Z`) + random.int(600) * MINUTE;
  const fill = (words: string) =>
    words
      .replaceAll('{day}', writeDate('de', addDays(day, 2 + random.int(4)), 'weekday'))
      .replaceAll('{subject}', random.pick(['Mathematik', 'Deutsch', 'Englisch', 'Geschichte']));
  const say = (author: string, words: string): DemoMessage => {
    const message = { target, unit, author, content: fill(words), at: new Date(at).toISOString() };
    at += (1 + random.int(40)) * MINUTE;
    return message;
  };
  const first = say(random.pick(begins), text.begins);
  if (answers.length === 0) return [first];
  return [first, ...text.answers.map((words) => say(random.pick(answers), words))];
}

/** Some thousand messages of the last two years, in the order in which they were written; the same every time. */
export function demoTalk(demo: DemoSchool, now: Date): DemoMessage[] {
  const days = daysBefore(localDate(now));
  const random = randomOf(`talk ${demo.slink}`);
  return placesOf(demo)
    .flatMap((place) =>
      Array.from({ length: place.count }, (_, index) =>
        conversation(place, place.texts[index % place.texts.length] as TalkText, random.pick(days), random),
      ).flat(),
    )
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}
