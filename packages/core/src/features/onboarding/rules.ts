import { addDays } from '../../kernel/calendar/dates.ts';
import { isPhoneNumber } from '../../validation/formats.ts';
import { email as isEmail, required } from '../../validation/text.ts';

/** Longest texts about a call, characters. */
export const CALL_MAXIMUM = { name: 120, phone: 40, email: 254, topic: 1000 } as const;
/** How long a call is planned for, minutes. */
export const CALL_MINUTES = 30;
/** Most calls that a school wants within a day: each is a mail to the operator. */
export const CALLS_PER_DAY = 5;
/** How far ahead a call is planned at most, days. */
export const CALL_DAYS_AHEAD = 60;
/** Between these a call begins, at the school's own time. */
export const CALL_HOURS = { first: '08:00', last: '17:30' } as const;

/** The texts are `onboarding:rules.<rule>`, in form and answer. */
export type CallRule = 'required' | 'phoneInvalid' | 'emailInvalid' | 'notAhead' | 'tooFar' | 'hours' | 'weekend';

export interface CallProblem {
  field: 'name' | 'phone' | 'email' | 'date' | 'time';
  rule: CallRule;
  params: Record<string, string | number>;
}

interface Call {
  name: string;
  phone: string;
  email: string;
  date: string;
  time: string;
}

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay());

/** Everything that is wrong with a wish for a call, at most one problem for each field. `today` is a date at the school. */
export function callProblems({ name, phone, email, date, time }: Call, today: string): CallProblem[] {
  const problems: CallProblem[] = [];
  const add = (field: CallProblem['field'], rule: CallRule, params: CallProblem['params'] = {}) =>
    problems.push({ field, rule, params });
  if (!required(name.trim())) add('name', 'required');
  if (!required(phone.trim())) add('phone', 'required');
  else if (!isPhoneNumber(phone.replace(/[\s()/.-]/g, ''))) add('phone', 'phoneInvalid');
  if (!required(email.trim())) add('email', 'required');
  else if (!isEmail(email.trim())) add('email', 'emailInvalid');
  if (date === '') add('date', 'required');
  else if (date <= today) add('date', 'notAhead');
  else if (date > addDays(today, CALL_DAYS_AHEAD)) add('date', 'tooFar', { days: CALL_DAYS_AHEAD });
  else if (isWeekend(date)) add('date', 'weekend');
  if (time === '') add('time', 'required');
  else if (time < CALL_HOURS.first || time > CALL_HOURS.last) add('time', 'hours', CALL_HOURS);
  return problems;
}
