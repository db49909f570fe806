import * as z from 'zod/mini';
import { ROLES, type Role } from '../../kernel/abilities.ts';
import * as f from '../../kernel/fields.ts';

/** Whom a school wants a second step at sign-in of. */
export const secondStepRule = z.object({
  /** Kinds of roles; none: everybody decides alone. */
  roles: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)),
  /** The first day on which it is required, at the school; null: at once. */
  from: z.nullable(f.date),
});
export type SecondStepRule = z.output<typeof secondStepRule>;

/** `soon`: it is announced. `due`: a session can do nothing but set one up. */
export type SecondStepDuty = 'none' | 'soon' | 'due';

/** What the school wants of somebody today, a date at the school. */
export function secondStepDutyOf(
  { role, is_tfa_enabled }: { role: Role; is_tfa_enabled: boolean },
  { roles, from }: SecondStepRule,
  today: string,
): SecondStepDuty {
  if (is_tfa_enabled || !roles.includes(role)) return 'none';
  return from !== null && today < from ? 'soon' : 'due';
}
