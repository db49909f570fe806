/**
 * The states of a school. `LEAD`: it is talked to, nobody signs in and nobody finds it. `ONBOARDING`: its people sign in, and
 * whoever administers it is led through setting it up. `ACTIVE`: it works. `DEACTIVATED`: it is closed, what it has stays (P-3.17).
 */
export const SCHOOL_STATES = ['LEAD', 'ONBOARDING', 'ACTIVE', 'DEACTIVATED'] as const;
export type SchoolState = (typeof SCHOOL_STATES)[number];

/** The states in which a school is found, people sign in, and what it has released is shown. */
export const OPEN_STATES = ['ACTIVE', 'ONBOARDING'] as const satisfies readonly SchoolState[];

export const isOpenState = (state: SchoolState): boolean => OPEN_STATES.some((open) => open === state);

/** Into which states the operator brings a school. */
const NEXT: Readonly<Record<SchoolState, readonly SchoolState[]>> = {
  LEAD: ['ONBOARDING', 'ACTIVE', 'DEACTIVATED'],
  ONBOARDING: ['ACTIVE', 'DEACTIVATED'],
  ACTIVE: ['ONBOARDING', 'DEACTIVATED'],
  DEACTIVATED: ['ONBOARDING', 'ACTIVE'],
};

/** May a school go from one state into another? A school itself only ends its setting up (P-2.97). */
export const canBecome = (from: SchoolState, to: SchoolState, by: 'operator' | 'school'): boolean =>
  by === 'school' ? from === 'ONBOARDING' && to === 'ACTIVE' : NEXT[from].includes(to);
