import { isSchoolLevel } from '@kreide/core/features/schools';
import type { Self } from '@kreide/core/features/users';
import type { Permission, TextAddress } from '@kreide/core/kernel';
import { ADMINISTRATION_GROUPS, type AdministrationHandle, type AppRoute } from '../kernel/feature.ts';
import { DEFAULT_ROUTE } from '../kernel/guards.ts';

export interface AdministrationEntry extends Omit<AdministrationHandle, 'needs'> {
  href: string;
  /** The page's title. */
  title: TextAddress;
}

/** The management pages that the user may open, in the order of `/more/administration` (P-2.78, C-6.02). */
export function toAdministration(
  routes: readonly AppRoute[],
  {
    permissions,
    school,
  }: Pick<Self, 'permissions'> & { school: Pick<Self['school'], 'uuid'> & Partial<Pick<Self['school'], 'level'>> },
): AdministrationEntry[] {
  const entries = routes.flatMap(({ path, handle }) => {
    const { headerText, administration } = handle ?? {};
    if (!headerText || !administration || !permissions.includes(administration.needs)) return [];
    if (administration.isForSchools && !isSchoolLevel(school.level ?? null)) return [];
    const { needs: _, ...shown } = administration;
    return [{ href: `/management/${school.uuid}/${path}`, title: headerText, ...shown }];
  });
  const placeOf = ({ group }: AdministrationEntry) => ADMINISTRATION_GROUPS.indexOf(group);
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other) || one.order - other.order);
}

/** What finds a page beside its name: its sentence, and the words of what is set there. */
export const wordsOf = ({ about, words }: AdministrationEntry, say: (text: TextAddress) => string): string =>
  [about, words].flatMap((text) => (text ? say(text) : [])).join(' ');

/** The one permission that a page of the area needs: its own, else that of the page above it (T-6.28). */
export function neededBy(routes: readonly AppRoute[], handle: AppRoute['handle'] = {}): Permission | undefined {
  const { administration, needs, parent } = handle;
  const above = routes.find(({ path }) => parent === `/management/:schoolUuid/${path}`);
  return administration?.needs ?? needs ?? above?.handle?.administration?.needs;
}

/** Each of these opens the area, whether or not it has a page yet (T-2.73). */
const AREA_PERMISSIONS: readonly Permission[] = ['view-timetable-planner', 'manage-users', 'view-all-channels'];

/**
 * Where a management page redirects users who may open none: the default page; null lets them in (T-2.73, T-2.74). Any
 * permission that one of the pages needs opens the area.
 */
export function toManagementTarget(routes: readonly AppRoute[], permissions: readonly Permission[]): string | null {
  const needed = routes.flatMap(({ handle }) => handle?.administration?.needs ?? []);
  return [...AREA_PERMISSIONS, ...needed].some((one) => permissions.includes(one)) ? null : DEFAULT_ROUTE;
}
