import { addDays } from '../../kernel/calendar/dates.ts';

/** Most tokens of a school: one for each service, and another while one takes the place of the other. */
export const SCIM_TOKENS_MAXIMUM = 10;

/** A token is good for so many days at most: what nobody renews ends by itself. */
export const SCIM_TOKEN_DAYS = 730;

export type ScimRule = 'past' | 'far';

/** What is wrong with the last day of a token; null: nothing. */
export function endProblem(endsOn: string, today: string): ScimRule | null {
  if (endsOn < today) return 'past';
  return endsOn > addDays(today, SCIM_TOKEN_DAYS) ? 'far' : null;
}
