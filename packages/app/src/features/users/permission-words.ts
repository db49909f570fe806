import { type Permission, PRODUCT } from '@kreide/core/kernel';

/** Keys of texts have no dashes. */
type KeyOf<Name extends string> = Name extends `${infer One}-${infer Rest}` ? `${One}_${KeyOf<Rest>}` : Name;

/** The address of a permission in words. */
export const toNameKey = <Name extends Permission>(name: Name) =>
  `permissions.name_${name.replaceAll('-', '_') as KeyOf<Name>}` as const;

/** What belongs together, in the order in which it is shown. */
export const GROUPS = ['timetable', 'news', 'messages', 'classbook', 'people', 'school', 'operator'] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_OF: Readonly<Record<Permission, Group>> = {
  'view-timetable': 'timetable',
  'view-timetable-all': 'timetable',
  'view-timetable-hidden': 'timetable',
  'view-timetable-planner': 'timetable',
  'import-timetable': 'timetable',
  'publish-timetable-entities': 'timetable',
  'choose-courses': 'timetable',
  'view-news': 'news',
  'create-news': 'news',
  'manage-news': 'news',
  'create-channel': 'messages',
  'create-conversation': 'messages',
  'start-conferences': 'messages',
  'create-events': 'messages',
  'view-calendars': 'messages',
  'send-push': 'messages',
  'send-urgent': 'messages',
  'view-members': 'classbook',
  'view-entries': 'classbook',
  'view-notices': 'classbook',
  'view-homeworks': 'classbook',
  'view-statistics': 'classbook',
  'view-absences': 'classbook',
  'view-sick-notes': 'classbook',
  'manage-users': 'people',
  'view-all-channels': 'messages',
  'manage-channels': 'messages',
  'manage-parents-evenings': 'school',
  'edit-school': 'school',
  'change-schoolyear': 'school',
  'view-audit-log': 'school',
  [`manage-${PRODUCT}`]: 'operator',
  [`manage-${PRODUCT}-sales`]: 'operator',
};
