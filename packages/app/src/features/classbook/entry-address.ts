import type { EntryHead } from '@kreide/core/features/classbook';
import { useSelf } from '../../kernel/session.ts';

/** A lesson of a plan, as addresses name it. */
export interface LessonPlace {
  readonly entity: string;
  readonly id: number | string;
  readonly lessonId: string;
}

/** The lesson itself, its entry, one pupil's absences in it, and the notices about them (T-2.09 to T-2.11). */
export const lessonAddress = ({ entity, id, lessonId }: LessonPlace) => `/timetable/${entity}/${id}/lesson/${lessonId}`;
const below = ({ entity, id, lessonId }: LessonPlace, entryId: number | string, rest: string) =>
  `/timetable/${entity}/${id}/lesson/${lessonId}/entry/${entryId}/${rest}`;
export const entryAddress = (place: LessonPlace, entryId: number | string) => below(place, entryId, 'absences');
export const userAddress = (place: LessonPlace, entryId: number | string, userId: number) =>
  below(place, entryId, `absences/user/${userId}`);
export const noticesAddress = (place: LessonPlace, entryId: number | string, userId: number) =>
  below(place, entryId, `notices/user/${userId}`);

/** What stands behind the entry in an address: all of it, one pupil's absences, or the notices about them; null: neither. */
export function partOf(rest: string): { part: 'absences' | 'notices'; userId: number | null } | null {
  const [, part, userId] = /^(absences|notices)(?:\/user\/([1-9]\d{0,14}))?$/.exec(rest) ?? [];
  if (part === 'absences') return { part, userId: userId === undefined ? null : Number(userId) };
  return part === 'notices' && userId !== undefined ? { part, userId: Number(userId) } : null;
}

/** The address of an entry from a list: below the own plan of a teacher, else that of its class. */
export function useEntryHref() {
  const { teacher_id, id: user_id } = useSelf();
  return ({ id: entry, lesson_uuid, begins_at, grades }: EntryHead) => {
    const lessonId = `${lesson_uuid}-${Math.floor(Date.parse(begins_at) / 1000)}`;
    const grade = grades[0]?.id;
    if (teacher_id !== null) return entryAddress({ entity: 'teachers', id: teacher_id, lessonId }, entry);
    if (grade !== undefined) return entryAddress({ entity: 'grades', id: grade, lessonId }, entry);
    return entryAddress({ entity: 'users', id: user_id, lessonId }, entry);
  };
}
