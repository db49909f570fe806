/** The most that one import may hold; more than that is no plan of one school. */
export const PLAN_LIMITS = {
  /** Lessons, and places of lessons in the week. */
  lessons: 60_000,
  /** Changes of single days. */
  substitutions: 60_000,
  /** Classes; and as many teachers, rooms, subjects, courses, supervisions and holidays. */
  units: 20_000,
  /** Classes, teachers or rooms of one lesson, change or course. */
  per_lesson: 200,
} as const;
