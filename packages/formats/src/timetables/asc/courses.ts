import type { CourseRecord, EntityRecord } from '@kreide/core/features/timetable-import';
import { toStableId } from '../stable-id.ts';
import type { Group } from './entities.ts';

/** A course of more classes is named after the first ones. */
const NAMED_GROUPS = 3;

/** Codes for the names of courses. */
export interface Names {
  grades: ReadonlyMap<string, string>;
  subjects: ReadonlyMap<string, string>;
}

/** The code by id of each entity. */
export function toCodes(entities: readonly EntityRecord[]): Map<string, string> {
  return new Map(entities.map((entity) => [entity.external_id ?? entity.code, entity.code]));
}

function nameGroups(groups: readonly Group[], names: Names): string {
  const labels = groups.map((group) => {
    const grade = names.grades.get(group.class_id) ?? group.class_id;
    return group.is_entire ? grade : `${grade} ${group.name}`;
  });
  const more = labels.length - NAMED_GROUPS;
  return labels.slice(0, NAMED_GROUPS).join(', ') + (more > 0 ? ` +${more}` : '');
}

/** The courses of a file: lessons with the same subject and the same groups belong to one. */
export interface Courses {
  records(): CourseRecord[];
  /** The key of the course of such a lesson; null when it has no groups. */
  keyOf(lesson: { subject: string | null; groups: Group[]; teachers: string[]; seminar: string | null }): string | null;
}

/** Starts an empty collection. */
export function collectCourses(names: Names): Courses {
  const courses = new Map<string, CourseRecord>();
  return {
    records: () => [...courses.values()],
    keyOf({ subject, groups, teachers, seminar }) {
      if (groups.length === 0) return null;
      const groupIds = groups.map((group) => group.id);
      const id = seminar === null ? toStableId(subject, groupIds) : toStableId(subject, groupIds, seminar);
      const known = courses.get(id);
      if (known) {
        known.teachers = [...new Set([...known.teachers, ...teachers])];
        return id;
      }
      const subjectCode = subject === null ? '' : (names.subjects.get(subject) ?? subject);
      const parts = [subjectCode, nameGroups(groups, names), seminar ?? ''];
      courses.set(id, {
        external_id: id,
        code: parts.filter((part) => part !== '').join(' '),
        name: null,
        subject,
        grades: [...new Set(groups.map((group) => group.class_id))],
        teachers: [...teachers],
        is_required: seminar === null && groups.every((group) => group.is_entire),
      });
      return id;
    },
  };
}
