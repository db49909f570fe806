import type { Classbook, ClassbookList, MarkKind } from '@kreide/core/features/classbook';

/** The lists of a class book with their addresses and the permission that each needs, in the order of the tabs (T-2.53 to T-2.60). */
export const PLACES = [
  { list: 'users', path: 'users', needs: 'view-members' },
  { list: 'classes', path: 'entries/classes', needs: 'view-entries' },
  { list: 'notices', path: 'entries/notices', needs: 'view-notices' },
  { list: 'homework', path: 'entries/homework', needs: 'view-homeworks' },
  { list: 'statistics', path: 'statistics', needs: 'view-statistics' },
  { list: 'absences', path: 'absences', needs: 'view-absences' },
] as const satisfies readonly { list: ClassbookList; path: string; needs: keyof Classbook['can'] }[];
export type Place = (typeof PLACES)[number];

/** The lists that somebody may see. */
export const placesFor = (can: Classbook['can']): Place[] => PLACES.filter(({ needs }) => can[needs] === 1);

/** Those that stand together below the tab of entries. */
export const isEntries = ({ path }: Place): boolean => path.startsWith('entries/');

const ABSENCE_TYPES: readonly MarkKind[] = ['absent', 'too-late'];

/** Which absences an address asks for, `absences/:absenceTypeId`; null: all of them (T-2.64). */
export const absenceTypeAt = (rest: string): MarkKind | null =>
  ABSENCE_TYPES.find((kind) => rest === `absences/${kind}`) ?? null;

/** Does an address ask for what the school knows of absences, and not for lessons missed? */
export const isReportedAt = (rest: string): boolean => rest === 'absences/reported';

/** The list that an address names, behind `details/:id/`. */
export const placeAt = (rest: string): Place | undefined =>
  PLACES.find(({ path }) => path === rest.replace(/^(absences)\/.*$|\/$/, '$1'));

/** Which list is shown for an address: that one if it is allowed, else the first that is (T-2.61); null: none is (T-2.62). */
export function toPlace(can: Classbook['can'], rest: string): Place | null {
  const allowed = placesFor(can);
  const wanted = placeAt(rest);
  if (wanted && allowed.includes(wanted)) return wanted;
  // Within the entries one stays there where that is possible.
  return (rest.startsWith('entries') ? allowed.find(isEntries) : undefined) ?? allowed[0] ?? null;
}

/** Where a list of a course, a class or all of a kind is shown; the query names the kind too (T-2.63). */
export function addressOf(list: Place['list'], book: number, entity: string, id: number | string): string {
  const path = PLACES.find((place) => place.list === list)?.path ?? '';
  return `/classbooks/${book}/overview/${entity}/details/${id}/${path}?entity=${entity}`;
}
