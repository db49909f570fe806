import { BRANDING_KEY } from '@kreide/core/features/branding';

/** Landing page after sign-in (P-2.06). */
export const DEFAULT_ROUTE = '/feed';
/** Where a sign-in starts. */
export const START_ROUTE = '/';

/** The path with the current address's `branding` parameter, if any (P-2.01). */
export function withBranding(path: string, search: string): string {
  const branding = new URLSearchParams(search).get(BRANDING_KEY);
  return branding === null ? path : `${path}?${new URLSearchParams({ [BRANDING_KEY]: branding })}`;
}

/** Where a protected page redirects without a session: the start, keeping `branding`; null allows access (P-2.01). */
export const toSignInTarget = (isSignedIn: boolean, search: string): string | null =>
  isSignedIn ? null : withBranding(START_ROUTE, search);

/** Where a page redirects without a usable slink: the school selection; null allows access (P-2.04). */
export function toSchoolTarget(slink: string | undefined, search: string): string | null {
  return slink && /^[a-z0-9][a-z0-9-]{0,62}$/.test(slink) ? null : withBranding('/select-school', search);
}

/** The page that was requested before sign-in; a path that could lead out of the app becomes the default page. */
export function toWantedPath(wanted: string | null): string {
  const url = wanted !== null && /^\/(?!\/)[^\s\\]*$/.test(wanted) ? URL.parse(wanted, 'http://app') : null;
  // `/.//evil.example` has become `//evil.example` by now.
  return url && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : DEFAULT_ROUTE;
}

/** The page to which a parent whose child is not registered has to go first, and the pages that stay open meanwhile (P-2.08). */
const ADD_CHILD = '/settings/add-child';
const OPEN_MEANWHILE = /^\/(settings\/(add-child|fill-user-details)|help|users-select)(\/|$)/;

/** The page to which another one redirects a parent with a child that is not registered; null allows access (P-2.08, T-4.60). */
export function toAddChildTarget(
  self: { type: string; childs: readonly { is_registered: boolean }[] },
  pathname: string,
): string | null {
  const isForced = self.type === 'PARENT' && self.childs.some((child) => !child.is_registered);
  return isForced && !OPEN_MEANWHILE.test(pathname) ? `${ADD_CHILD}/activation-key` : null;
}

/** Where a school that is being set up is led through it. */
export const toOnboarding = (schoolUuid: string, page = 'start'): string => `/onboarding/${schoolUuid}/${page}`;

/** The pages of the daily work. */
const DAILY = /^\/(feed|timetable|channels|calendar|news)\b/;

/** The page to which a page of the daily work redirects whoever sets up a school; null allows access (P-2.07, P-4.16, T-2.131, T-4.01). */
export function toOnboardingTarget(
  { permissions, school }: { permissions: readonly string[]; school: { uuid: string; state: string } },
  pathname: string,
): string | null {
  const isLed = school.state === 'ONBOARDING' && permissions.includes('edit-school');
  return isLed && DAILY.test(pathname) ? toOnboarding(school.uuid) : null;
}
