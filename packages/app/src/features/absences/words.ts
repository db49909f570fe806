import {
  type Absence,
  type AbsenceGroup,
  type AbsenceStatus,
  type AbsenceTypeState,
  isMissing,
  timeWordOf,
} from '@kreide/core/features/absences';
import { type Language, type TextsIn, type Translate, toLocal, toTime, writeDate } from '@kreide/core/kernel';
import type { IconName } from '../../ui/Icon.tsx';
import type { TagLook } from '../../ui/Tag.tsx';

type Words = Translate<TextsIn<'absences'>>;

interface Look {
  look: TagLook;
  isOutlined?: boolean;
}

/** The badges (T-4.15). */
export const STATUS_LOOKS: Readonly<Record<AbsenceStatus, Look>> = {
  DELETED: { look: 'plain' },
  MISSING_PARENTS: { look: 'danger' },
  READ: { look: 'info', isOutlined: true },
  UPDATED: { look: 'warning' },
  CONTACTED: { look: 'outline' },
};

const STATE_LOOKS: Readonly<Record<AbsenceTypeState, TagLook>> = {
  EXCUSED: 'success',
  UNEXCUSED: 'danger',
  PENDING: 'warning',
};

/** A type is outlined in the colour of its state; who is missing stands out by a ground (T-4.16, T-4.17). */
export const typeLookOf = (type: { state: AbsenceTypeState; key: string | null }): Look =>
  isMissing({ type }) ? { look: 'danger' } : { look: STATE_LOOKS[type.state], isOutlined: true };

const ICONS: Readonly<Record<string, IconName>> = {
  'heart-pulse': 'heartPulse',
  'calendar-check': 'calendarCheck',
  bus: 'bus',
};
/** The icon of a category as the app draws it. */
export const iconOf = (icon: string): IconName => ICONS[icon] ?? 'help';

const GROUP_KEYS = {
  'MISSING-OPEN': 'missingOpen',
  'MISSING-CONTACTED': 'missingContacted',
  UNREAD: 'unread',
  CURRENT: 'current',
  PAST: 'past',
} as const satisfies Record<AbsenceGroup, string>;
/** The name of a group. */
export const groupText = (group: AbsenceGroup, t: Words): string => t(`groups.${GROUP_KEYS[group]}`);

/** Whom an absence is about. */
export const nameOf = ({ user, unit }: Pick<Absence, 'user' | 'unit'>): string =>
  user ? user.meta.displayname : (unit?.shortcut ?? '');

/** The class of a pupil, or what a class or course is called besides its code. */
export const aboutOf = ({ user, unit }: Pick<Absence, 'user' | 'unit'>): string | null | undefined =>
  user ? user.grade?.shortcut : unit?.name !== unit?.shortcut ? unit?.name : null;

/** A time of day; its edges in words (T-5.17, T-5.18). */
export function timeText(time: string, t: Words): string {
  const word = timeWordOf(time);
  return word ? t(`times.${word}`) : time;
}

/** From when to when: whole days without times. */
export function rangeText(
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
  { t, language, zone }: { t: Words; language: Language; zone: string },
): string {
  const [from, until] = [toLocal(new Date(begins_at), zone), toLocal(new Date(ends_at), zone)];
  const [begin, end] = [toTime(from.minutes), toTime(until.minutes)];
  const isWhole = timeWordOf(begin) === 'start' && timeWordOf(end) === 'end';
  const dayOf = (date: string) => writeDate(language, date, 'weekdayBrief');
  const times = { from: timeText(begin, t), until: timeText(end, t) };
  if (from.date === until.date) {
    return isWhole ? dayOf(from.date) : `${dayOf(from.date)}, ${t('times.range', times)}`;
  }
  const pointOf = (date: string, time: string) => (isWhole ? dayOf(date) : `${dayOf(date)}, ${time}`);
  return t('times.range', { from: pointOf(from.date, times.from), until: pointOf(until.date, times.until) });
}
