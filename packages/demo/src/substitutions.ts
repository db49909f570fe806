import type { ParsedPlan, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { addDays, daysBetween, weekdayOf } from '@kreide/core/kernel';
import { anchorOf, isSchoolDay, nextSchoolDay, type SchoolYear } from './calendar.ts';
import { randomOf } from './random.ts';
import { DEMO_GRADE, SIBLING_GRADE } from './school.ts';
import { type Occurrence, schoolDayOf } from './school-day.ts';
import { type Context, isWholeGrade, LOOKS, type Look, MAKERS, moveEnd } from './substitution-looks.ts';

/** Limits of changes per school day. */
export const FEWEST = 8;
export const MOST = 16;

interface Departure {
  occurrence: Occurrence;
  to: string;
  hour: number;
}

/** The lesson that moves from a day to the next school day: decided from the weekly plan alone, so both days agree. */
function departureOf(plan: ParsedPlan, year: SchoolYear, date: string, seed: string): Departure | null {
  const random = randomOf(`${seed} departure ${date}`);
  const to = nextSchoolDay(addDays(date, 1), year, plan.holidays);
  if (to === null || daysBetween(date, to) > 4 || !random.chance(0.6)) return null;
  const day = schoolDayOf(plan, date);
  const target = schoolDayOf(plan, to);
  for (const occurrence of random.shuffled(day.occurrences.filter((one) => isWholeGrade(one) && !one.isDouble))) {
    const { lesson, teacher, room } = occurrence;
    for (const hour of [7, 8]) {
      const grade = lesson.grades[0] as string;
      const open =
        target.isFree('teacher', teacher, hour) &&
        target.isFree('room', room, hour) &&
        target.isFree('grade', grade, hour);
      if (open && (hour === 7 || !target.isFree('grade', grade, 7))) return { occurrence, to, hour };
    }
  }
  return null;
}

function substitutionsOn(plan: ParsedPlan, year: SchoolYear, date: string, seed: string): SubstitutionRecord[] {
  const random = randomOf(`${seed} ${date}`);
  const context: Context = {
    plan,
    year,
    day: schoolDayOf(plan, date),
    random,
    touched: new Set(),
    absent: new Set(),
    records: [],
  };
  const { day, records } = context;
  const leaving = departureOf(plan, year, date, seed);
  let yesterday = addDays(date, -1);
  while (yesterday >= year.begins_at && !isSchoolDay(yesterday, year, plan.holidays))
    yesterday = addDays(yesterday, -1);
  const coming = yesterday < year.begins_at ? null : departureOf(plan, year, yesterday, seed);
  if (coming !== null) {
    const { occurrence, hour } = coming;
    day.occupy('teacher', occurrence.teacher, hour);
    day.occupy('room', occurrence.room, hour);
    day.occupy('grade', occurrence.lesson.grades[0] as string, hour);
    moveEnd(context, occurrence, 'from', { date: yesterday, hour: occurrence.hour }, hour);
  }
  if (leaving !== null) {
    const same = day.occurrences.find(
      (one) => one.lesson === leaving.occurrence.lesson && one.hour === leaving.occurrence.hour,
    );
    if (same !== undefined) moveEnd(context, same, 'to', { date: leaving.to, hour: leaving.hour }, same.hour);
  }

  const inGrade = (grade: string) => (one: Occurrence) => isWholeGrade(one) && one.lesson.grades[0] === grade;
  const star = plan.lessons.find((lesson) => lesson.subject === 'M' && lesson.grades.includes(DEMO_GRADE))?.teachers[0];
  const number = daysBetween(anchorOf(year), date);
  const turn = LOOKS[((number % 9) + 9) % 9] as Look;
  const make = (look: Look, fits: (one: Occurrence) => boolean = () => true) => MAKERS[look](context, fits);
  if (!make(turn, inGrade(DEMO_GRADE))) make('cancelled', inGrade(DEMO_GRADE));
  const done = new Set<Look>([turn]);
  const weekday = weekdayOf(date);
  if (weekday === 2 || weekday === 4) {
    const look = weekday === 2 ? 'room' : 'teacher';
    if (make(look, inGrade(SIBLING_GRADE))) done.add(look);
  } else if (make('message', (one) => one.teacher === star)) {
    done.add('message');
  }
  for (const look of ['cancelled', 'move', 'teacher', 'room', 'subject', 'self'] as const)
    if (!done.has(look)) make(look);
  for (const look of ['additional', 'event', 'message', 'hidden'] as const)
    if (!done.has(look) && random.chance(0.88)) make(look);
  for (const look of ['cancelled', 'teacher', 'teacher'] as const)
    if (records.length < MOST - 2 && random.chance(0.5)) make(look);
  for (const look of LOOKS) if (records.length < FEWEST) make(look);
  return records.sort((a, b) => Number(a.hour) - Number(b.hour) || a.external_id.localeCompare(b.external_id));
}

/**
 * The invented changes of all school days in a closed range of dates, in order of date and period. Each day depends
 * only on plan, date and seed: it is the same in every range. A move to another day has one end on each of the two
 * days.
 */
export function demoSubstitutions(plan: ParsedPlan, from: string, to: string, seed: string): SubstitutionRecord[] {
  const year = plan.school_year;
  if (year === null) throw new Error('a demo plan says which school year it is for');
  const result: SubstitutionRecord[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isSchoolDay(date, year, plan.holidays)) result.push(...substitutionsOn(plan, year, date, seed));
  }
  return result;
}
