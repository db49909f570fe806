import { allocateInSteps } from '../../../packages/core/src/features/choices/allocation.ts';
import { bestPlaces, type PlannedLesson, placesOf } from '../../../packages/core/src/features/planner/index.ts';
import { type BenchRow, median } from '../row.ts';
import { measureMorning } from './morning.ts';
import { measureWeek } from './week.ts';

/** The largest school of the samples. */
const SCHOOL = { classes: 168, teachers: 249, rooms: 140, lessons: 6_600 };
const DAYS = 5;
const HOURS = Array.from({ length: 10 }, (_, index) => {
  const begin = 480 + index * 50;
  const at = (minutes: number) =>
    `${Math.floor(minutes / 60)}`.padStart(2, '0').concat(`:${`${minutes % 60}`.padStart(2, '0')}`);
  return {
    hour: `${index + 1}`,
    weekday: null,
    begins_at: at(begin),
    ends_at: at(begin + 45),
    type: 'LESSON' as const,
    is_hidden: false,
  };
});
const DRAG_MS = 4;
const PUPILS = 1_200;
const OPTIONS = 55;
const WISHES = 4;
const ALLOCATION_S = 0.5;

/** The same numbers in each run. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function toLessons(): PlannedLesson[] {
  const dice = createDice(7);
  return Array.from({ length: SCHOOL.lessons }, (_, index) => {
    const period = HOURS[dice(8)] as (typeof HOURS)[number];
    return {
      lesson_id: index + 1,
      version: 1,
      weekday: 1 + dice(DAYS),
      hour: period.hour,
      length: 1,
      time_begins_at: period.begins_at,
      time_ends_at: period.ends_at,
      course_id: null,
      subject_id: 1 + dice(30),
      grade_ids: [1 + dice(SCHOOL.classes)],
      teacher_ids: [1 + dice(SCHOOL.teachers)],
      bookable_ids: [1 + dice(SCHOOL.rooms)],
      begins_at: '2026-08-01',
      ends_at: '2027-07-15',
      pattern: null,
      is_pinned: false,
      is_divisible: false,
    };
  });
}

/** What a drag asks at each lesson that is taken up: where it could go in a whole week, and the best three times. */
function runDrag(): BenchRow {
  const lessons = toLessons();
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const grades = numbered(SCHOOL.classes).map((id) => ({ id, most_a_day: null, pupils: 20 + (id % 12) }));
  const bookables = numbered(SCHOOL.rooms).map((id) => ({ id, capacity: 24 + (id % 8) }));
  const parts = { lessons, periods: HOURS, courses: new Map(), days: DAYS, grades, bookables };
  const took: number[] = [];
  for (const lesson of lessons.filter((_, index) => index % 33 === 0)) {
    const begin = performance.now();
    const places = placesOf(lesson, parts);
    bestPlaces(lesson, lessons, places);
    took.push(performance.now() - begin);
  }
  const value = median(took);
  return {
    name: `a drag among ${SCHOOL.lessons} lessons: every time of the week, with the reasons`,
    value,
    limit: `≤ ${DRAG_MS}`,
    unit: 'ms',
    ok: value <= DRAG_MS,
    detail: `the slowest of ${took.length}: ${Math.max(...took).toFixed(1)} ms`,
  };
}

/** Who gets which course: exact, by minimum cost. */
function runAllocation(): BenchRow {
  const dice = createDice(11);
  const offers = Array.from({ length: OPTIONS }, (_, index) => ({ id: index + 1, capacity: 24 }));
  const wishers = Array.from({ length: PUPILS }, (_, index) => {
    const wishes = new Set<number>();
    // Some courses are wished by many.
    while (wishes.size < WISHES) wishes.add(1 + Math.min(dice(OPTIONS), dice(OPTIONS)));
    return { user_id: index + 1, wishes: [...wishes], luck: dice(4) };
  });
  const begin = performance.now();
  const steps = allocateInSteps(wishers, offers, 'bench');
  let step = steps.next();
  while (!step.done) step = steps.next();
  const seconds = (performance.now() - begin) / 1000;
  const first = step.value.places.filter(({ rank }) => rank === 0).length;
  const none = step.value.places.filter(({ option_id }) => option_id === null).length;
  return {
    name: `${PUPILS} pupils with ${WISHES} wishes among ${OPTIONS} courses, exactly`,
    value: seconds,
    limit: `≤ ${ALLOCATION_S}`,
    unit: 's',
    ok: seconds <= ALLOCATION_S,
    detail: `${first} have their first wish, ${none} none`,
  };
}

/** What core works out while somebody plans, what a morning at the desk costs the server, and a week in the editor the browser. */
export async function runPlannerBench(): Promise<BenchRow[]> {
  return [runDrag(), runAllocation(), ...(await measureMorning()), ...(await measureWeek())];
}
