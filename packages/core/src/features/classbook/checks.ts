import type { Contradiction } from './checks-schema.ts';

/** Where a contradiction is mended: a page of the app for each of its lessons and absences. */
export interface MendingPlace {
  readonly of: 'lesson' | 'absence';
  /** Of the list of lessons or absences. */
  readonly index: number;
  /** Below the address of the school's server. */
  readonly path: string;
}

/** The roll of the pupil in each lesson, and each absence, of a class book (D-6.09). */
export function mendingPlaces(book: number, { user, lessons, absences }: Contradiction): MendingPlace[] {
  const ofLessons = lessons.map(({ id, lesson_uuid, begins_at, grades }, index): MendingPlace => {
    const plan = grades[0] ? `grades/${grades[0].id}` : `users/${user.id}`;
    const lesson = `${lesson_uuid}-${Math.floor(Date.parse(begins_at) / 1000)}`;
    return { of: 'lesson', index, path: `/timetable/${plan}/lesson/${lesson}/entry/${id}/absences/user/${user.id}` };
  });
  const ofAbsences = absences.map(({ uuid }, index): MendingPlace => {
    const list = `/classbooks/${book}/overview/users/details/${user.id}/absences`;
    return { of: 'absence', index, path: `${list}?entity=users&selectedAbsence=${uuid}` };
  });
  return [...ofLessons, ...ofAbsences];
}
