import type { OnboardingStep } from './schema.ts';

/**
 * The pages of setting up a school below `/onboarding/:schoolUuid`, in their order, each with its step of the three (P-2.88 to P-2.95)
 * and what of the checklist is done there.
 */
export const ONBOARDING_PAGES = [
  { page: 'school-data/edit-school', part: 1, step: 'school' },
  { page: 'school-data/edit-school-billing', part: 2, step: 'billing' },
  { page: 'years', part: 2, step: 'year' },
  { page: 'web-interface/upload', part: 2, step: 'timetable' },
  { page: 'web-interface/automatic-upload', part: 2, step: 'timetable' },
  { page: 'users/import', part: 3, step: 'people' },
  { page: 'users/user-upload-success', part: 3, step: 'people' },
  { page: 'users/generate', part: 3, step: 'letters' },
] as const satisfies readonly { page: string; part: 1 | 2 | 3; step: OnboardingStep }[];
export type OnboardingPage = (typeof ONBOARDING_PAGES)[number];

/** Pages that one can go to and that the way from one to the next passes by. */
const BESIDE: Readonly<Record<string, string>> = {
  'web-interface/automatic-upload': 'web-interface/upload',
  'users/user-upload-success': 'users/import',
};
const WAY = ONBOARDING_PAGES.filter(({ page }) => !(page in BESIDE));

/** The page at this address below `/onboarding/:schoolUuid`; undefined: it is none of the way. */
export const pageAt = (path: string): OnboardingPage | undefined => ONBOARDING_PAGES.find(({ page }) => page === path);

/** The pages before and after one; null: the start, which is also the end. */
export function neighboursOf(path: string): { before: string | null; after: string | null } {
  const beside = BESIDE[path] ?? path;
  const place = WAY.findIndex(({ page }) => page === beside);
  return { before: WAY[place - 1]?.page ?? null, after: WAY[place + 1]?.page ?? null };
}

/** The first page at which something is still to be done; null: there is none. */
export function firstOpen(open: readonly OnboardingStep[]): string | null {
  return WAY.find(({ step }) => open.includes(step))?.page ?? null;
}
