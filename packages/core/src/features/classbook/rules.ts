import { toDay } from '../../kernel/calendar/dates.ts';
import {
  EXPORT_MAXIMUM_DAYS,
  HOMEWORK_MAXIMUM,
  NOTICE_BREAK_MINUTES,
  NOTICE_MAXIMUM,
  ROLL_MINUTES_BEFORE,
} from './limits.ts';
import type { Roll, RollBody, RollUser, RollWish } from './schema.ts';

/** The categories of notices. Their numbers are the same at every school; their names are in the reader's language. */
export const NOTICE_CATEGORIES = [
  { key: 'remark', uuid: '5b0f6c1e-54c1-4f2b-9a53-0f3c8a4d7e01' },
  { key: 'praise', uuid: '5b0f6c1e-54c1-4f2b-9a53-0f3c8a4d7e02' },
  { key: 'homework', uuid: '5b0f6c1e-54c1-4f2b-9a53-0f3c8a4d7e03' },
  { key: 'material', uuid: '5b0f6c1e-54c1-4f2b-9a53-0f3c8a4d7e04' },
  { key: 'conduct', uuid: '5b0f6c1e-54c1-4f2b-9a53-0f3c8a4d7e05' },
  { key: 'talk', uuid: '5b0f6c1e-54c1-4f2b-9a53-0f3c8a4d7e06' },
] as const;
export type NoticeCategoryKey = (typeof NOTICE_CATEGORIES)[number]['key'];

/** A notice as somebody writes it. */
export interface NoticeValues {
  message: string;
  category_uuid: string;
  occurred_at: string;
  users: readonly number[];
  grades: readonly number[];
}

type Limits = Record<string, string | number>;
export interface ClassbookProblem<Field extends string> {
  field: Field;
  rule: 'required' | 'too_long' | 'whom' | 'before' | 'too_many_days';
  params: Limits;
}

const lengthOf = (text: string) => [...text.trim()].length;

function textProblems<Field extends string>(field: Field, text: string, maximum: number): ClassbookProblem<Field>[] {
  if (lengthOf(text) === 0) return [{ field, rule: 'required', params: {} }];
  return lengthOf(text) > maximum ? [{ field, rule: 'too_long', params: { maximum } }] : [];
}

/** What is wrong with a notice: it needs words (T-5.02), and somebody whom it is about. */
export function noticeProblems({ message, users, grades }: NoticeValues): ClassbookProblem<'message' | 'users'>[] {
  const isForNobody = users.length + grades.length === 0;
  return [
    ...textProblems('message', message, NOTICE_MAXIMUM),
    ...(isForNobody ? [{ field: 'users', rule: 'whom', params: {} } as const] : []),
  ];
}

/** What is sent of a notice: either people or grades (T-3.47 to T-3.49). */
export function toNoticePayload(
  entry_id: number,
  { message, category_uuid, occurred_at, users, grades }: NoticeValues,
) {
  const payload = { entry_id, category_uuid, occurred_at, message: message.trim() };
  return users.length > 0 ? { ...payload, users: [...users] } : { ...payload, grades: [...grades] };
}

/** What is wrong with homework: it needs words, and is due on or after the day on which it is given. */
export function homeworkProblems(
  { text, due_at }: { text: string; due_at: string },
  givenOn: string,
): ClassbookProblem<'text' | 'due_at'>[] {
  return [
    ...textProblems('text', text, HOMEWORK_MAXIMUM),
    ...(due_at < givenOn ? [{ field: 'due_at', rule: 'before', params: {} } as const] : []),
  ];
}

/** What is wrong with the days of an export or of a list. */
export function rangeProblems(
  { begins_at, ends_at }: { begins_at: string; ends_at: string },
  maximum = EXPORT_MAXIMUM_DAYS,
): ClassbookProblem<'ends_at'>[] {
  if (ends_at < begins_at) return [{ field: 'ends_at', rule: 'before', params: {} }];
  if (toDay(ends_at) - toDay(begins_at) < maximum) return [];
  return [{ field: 'ends_at', rule: 'too_many_days', params: { maximum } }];
}

/** When a notice that is written now took place: now while its lesson and the break after it last, else at its beginning (T-9.34). */
export function noticeMoment(lesson: { begins_at: string; ends_at: string }, now: Date): string {
  const end = Date.parse(lesson.ends_at) + NOTICE_BREAK_MINUTES * 60_000;
  const isNow = now.getTime() >= Date.parse(lesson.begins_at) && now.getTime() <= end;
  return isNow ? new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString() : lesson.begins_at;
}

/** Can the roll of a lesson be called? */
export const isRollOpen = (begins_at: string, now: Date): boolean =>
  now.getTime() >= Date.parse(begins_at) - ROLL_MINUTES_BEFORE * 60_000;

/** How late somebody is who comes now: at least a minute, at most the whole lesson. */
export function minutesLate({ begins_at, ends_at }: { begins_at: string; ends_at: string }, now: Date): number {
  const all = Math.round((Date.parse(ends_at) - Date.parse(begins_at)) / 60_000);
  return Math.max(1, Math.min(all, Math.ceil((now.getTime() - Date.parse(begins_at)) / 60_000)));
}

/** Is somebody of whom the school knows why they are away marked as absent before the roll is called? */
export const isPreset = ({ mark, absence }: Pick<RollUser, 'mark' | 'absence'>, isTaken: boolean): boolean =>
  !isTaken && mark === null && absence !== null && absence.state !== 'UNEXCUSED';

/** The marks to save with the first one of a roll: pupils who are known to be away are in it as the screen shows them. */
export function withPresets(users: readonly RollUser[], isTaken: boolean, wishes: readonly RollWish[]): RollWish[] {
  const named = new Set(wishes.map(({ user_id }) => user_id));
  const preset = users.filter((user) => isPreset(user, isTaken) && !named.has(user.id));
  return [...wishes, ...preset.map(({ id }) => ({ user_id: id, kind: 'absent' as const, minutes: null, known: null }))];
}

/** The roll as its teacher sees it before the server has answered. */
export function withMarks(roll: Roll, { marked_at, marks }: RollBody, by: string): Roll {
  const wishes = new Map(marks.map((one) => [one.user_id, one]));
  const all = Math.round((Date.parse(roll.ends_at) - Date.parse(roll.begins_at)) / 60_000);
  const users = roll.users.map((user) => {
    const wish = wishes.get(user.id);
    if (!wish) return user;
    const { kind } = wish;
    if (kind === null) return { ...user, mark: null };
    const minutes = Math.min(wish.minutes ?? all, all);
    const state = kind === 'absent' ? (user.absence?.state ?? 'UNEXCUSED') : null;
    return { ...user, mark: { kind, minutes, marked_at, state, by, other: null } };
  });
  return { ...roll, roll_taken_at: roll.roll_taken_at ?? marked_at, users };
}
