import { type AskingPerson, type Can, type Permission, toCan } from '../../kernel/abilities.ts';

/** The parts of a class book, each behind a permission of the same name (T-6.02), in the order of the tabs. */
export const CLASSBOOK_VIEWS = [
  'view-members',
  'view-entries',
  'view-notices',
  'view-homeworks',
  'view-statistics',
  'view-absences',
] as const satisfies readonly Permission[];

export const CLASSBOOK_ABILITIES = [...CLASSBOOK_VIEWS, 'view-sick-notes', 'export', 'check'] as const;
export type ClassbookAbility = (typeof CLASSBOOK_ABILITIES)[number];

/**
 * How far somebody sees into the class book of their school: everything of it, the lessons that they teach and their classes, what
 * is meant for some pupils, or nothing. Which part of it they see, their permissions say.
 */
export type ClassbookReach = 'school' | 'teaching' | 'family' | 'none';

type Person = Pick<AskingPerson, 'permissions'>;

/** What somebody may do with the class book; who manages people has files made of it and checks it. */
export function classbookAbilitiesOf({ permissions }: Person, reach: ClassbookReach): Can<ClassbookAbility> {
  const has = (permission: Permission) => reach !== 'none' && permissions.has(permission);
  return toCan({
    'view-members': reach !== 'family' && has('view-members'),
    'view-entries': reach !== 'family' && has('view-entries'),
    'view-notices': has('view-notices'),
    'view-homeworks': has('view-homeworks'),
    'view-statistics': reach !== 'family' && has('view-statistics'),
    'view-absences': reach !== 'family' && has('view-absences'),
    'view-sick-notes': has('view-sick-notes'),
    export: reach === 'school' && has('view-entries'),
    // What contradicts itself stands in entries, marks and absences of the whole school.
    check: reach === 'school' && has('view-entries') && has('view-absences') && has('view-sick-notes'),
  });
}

/** The abilities with one entry; `mark`: say who is absent or late. */
export type EntryAbility = 'write-topic' | 'mark' | 'create-notice' | 'create-homework';

/** What the abilities depend on: who holds the lesson, whose it is by the plan, and whether it is near enough. */
export interface JudgedEntry {
  holds: boolean;
  is_regular: boolean;
  is_begun: boolean;
}

/**
 * Who holds a lesson writes its entry, from shortly before its beginning on also who is absent; who has it by the plan may add to
 * the topic and the homework when somebody else held it. What one may not see one may not write.
 */
export function entryAbilitiesOf(person: Person, { holds, is_regular, is_begun }: JudgedEntry): Can<EntryAbility> {
  const sees = person.permissions.has('view-entries');
  const takesPart = sees && (holds || is_regular);
  return toCan({
    'write-topic': takesPart,
    'create-homework': takesPart && person.permissions.has('view-homeworks'),
    'create-notice': sees && holds && person.permissions.has('view-notices'),
    mark: sees && holds && is_begun,
  });
}

/** What can be done with one notice (T-6.05). */
export type NoticeAbility = 'update' | 'delete' | 'view-history';

export interface JudgedNotice {
  created_by: number | null;
  is_deleted: boolean;
}

/** Its author changes a notice and takes it back, and so does who sees the whole school; of what is deleted only the history is left. */
export function noticeAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  reach: ClassbookReach,
  { created_by, is_deleted }: JudgedNotice,
): Can<NoticeAbility> {
  const sees = permissions.has('view-notices') && (reach === 'school' || reach === 'teaching');
  const changes = sees && !is_deleted && (reach === 'school' || created_by === user_id);
  return toCan({ update: changes, delete: changes, 'view-history': sees });
}

/** Who gave homework changes it. */
export function homeworkAbilitiesOf(
  { user_id, permissions }: Pick<AskingPerson, 'user_id' | 'permissions'>,
  reach: ClassbookReach,
  { created_by, is_deleted }: JudgedNotice,
): Can<'update' | 'delete'> {
  const sees = permissions.has('view-homeworks') && (reach === 'school' || reach === 'teaching');
  const changes = sees && !is_deleted && (reach === 'school' || created_by === user_id);
  return toCan({ update: changes, delete: changes });
}
