/** What a group is: a class, or a course whose name begins with this, since services that bring groups know nothing but their names. */
export type GroupKind = 'grade' | 'course';
export const COURSE = 'course:';
const COURSE_ID = 'course-';

/** Which group it is. */
export interface GroupKey {
  readonly kind: GroupKind;
  readonly id: number;
}

/** By which id services know a group. */
export const toGroupId = ({ kind, id }: GroupKey): string => (kind === 'course' ? `${COURSE_ID}${id}` : `${id}`);

export const toGroupName = ({ kind, shortcut }: { kind: GroupKind; shortcut: string }): string =>
  kind === 'course' ? `${COURSE}${shortcut}` : shortcut;

/** Null: no group has such an id. */
export function parseGroupId(text: string): GroupKey | null {
  const [, course, digits] = /^(course-)?([1-9]\d{0,14})$/.exec(text) ?? [];
  return digits === undefined ? null : { kind: course === undefined ? 'grade' : 'course', id: Number(digits) };
}
