import { type SecondStepDuty, secondStepDutyOf } from '@kreide/core/features/schools';
import { type Role, toLocal } from '@kreide/core/kernel';

/** A person's account as far as it says what the school wants of it. */
export interface DutyPerson {
  readonly role: string;
  readonly is_tfa_enabled: boolean;
}

export interface DutySchool {
  readonly second_step_roles: readonly string[];
  readonly second_step_from: string | null;
  readonly time_zone: string;
}

/** What the school wants of somebody's sign-in now. */
export function dutyOf({ role, is_tfa_enabled }: DutyPerson, school: DutySchool, now: Date): SecondStepDuty {
  const rule = { roles: school.second_step_roles as Role[], from: school.second_step_from };
  const today = toLocal(now, school.time_zone).date;
  return secondStepDutyOf({ role: role as Role, is_tfa_enabled }, rule, today);
}
