import { ROLES, type Role } from '../../kernel/abilities.ts';

/** Made from classes and courses, by people, for the whole school, or a conversation of two (C-3.04). */
export const CHANNEL_TYPES = ['GENERATED', 'CUSTOM', 'GLOBAL', 'CHAT'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** The people for whom a generated channel is (C-3.06). */
export const CHANNEL_TARGETS = [
  'parents',
  'students',
  'teachers',
  'global',
  'sv',
  'sekretariat',
  'courses',
  'course-parents',
] as const;
export type ChannelTarget = (typeof CHANNEL_TARGETS)[number];

/** Of generated channels those that follow a class or a course, and so a school year. */
export const MOVABLE_GENERATED = [
  'students',
  'parents',
  'courses',
  'course-parents',
] as const satisfies readonly ChannelTarget[];

/** A sign for each kind of channel. */
export const CHANNEL_ICONS = [
  'school',
  'teachers',
  'pupils',
  'parents',
  'course',
  'council',
  'office',
  'group',
  'person',
] as const;
export type ChannelIcon = (typeof CHANNEL_ICONS)[number];

/** The headings under which channels stand. */
export const CHANNEL_GROUPS = ['school', 'classes', 'courses', 'groups', 'conversations'] as const;
export type ChannelGroup = (typeof CHANNEL_GROUPS)[number];

const [pupil, parent, teacher, employee] = ROLES;

const OF_TARGET: Readonly<Record<ChannelTarget, { icon: ChannelIcon; roles: readonly Role[] }>> = {
  global: { icon: 'school', roles: ROLES },
  teachers: { icon: 'teachers', roles: [teacher] },
  students: { icon: 'pupils', roles: [pupil] },
  parents: { icon: 'parents', roles: [parent] },
  courses: { icon: 'course', roles: [pupil] },
  'course-parents': { icon: 'parents', roles: [parent] },
  sv: { icon: 'council', roles: [pupil] },
  sekretariat: { icon: 'office', roles: [employee] },
};

interface ChannelKind {
  readonly type: ChannelType;
  readonly target: ChannelTarget | null;
  readonly grade_id: number | null;
  readonly course_id: number | null;
}

/** What follows from the kind of a channel: its sign, its heading and for whom it is made (C-3.01). */
export function kindOf({ type, target, grade_id, course_id }: ChannelKind): {
  icon: ChannelIcon;
  group: ChannelGroup;
  target_roles: Role[];
} {
  if (type === 'CHAT') return { icon: 'person', group: 'conversations', target_roles: [] };
  if (target === null) return { icon: 'group', group: 'groups', target_roles: [] };
  const { icon, roles } = OF_TARGET[target];
  const group = grade_id !== null ? 'classes' : course_id !== null ? 'courses' : 'school';
  return { icon, group, target_roles: [...roles] };
}

const firstOf = (word: string): string => [...word][0] ?? '';

/** So many letters have room on what is drawn for a channel. */
const LETTERS = 3;

/** Up to three letters that are drawn for a channel: those its short name begins with, or the first of its first and last word. */
export function lettersOf(displayname: string, shortcut: string | null): string {
  if (shortcut !== null) {
    const begin = [...shortcut.trim()].slice(0, LETTERS).join('');
    return begin.replace(/[^\p{L}\p{N}]+$/u, '') || begin;
  }
  const words = displayname.split(/\s+/u).filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return last === '' && [...first].length <= LETTERS ? first : firstOf(first) + firstOf(last);
}
