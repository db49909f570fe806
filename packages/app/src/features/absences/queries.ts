import {
  ABSENCE_OVERLAP_LIMIT,
  ABSENCE_PAGE,
  type AbsenceEntity,
  absencesApi,
  absencesEvents,
} from '@kreide/core/features/absences';
import type { ArgsOf } from '@kreide/core/kernel';
import { infiniteQueryOf, invalidateQueries, queryOf } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';

/** Of whom an absence is: a pupil, a grade or a course. */
export interface Whom {
  entity: AbsenceEntity;
  id: number;
  name: string;
}

/** Everything that shows absences. */
export const TOUCHED_BY_ABSENCES = [
  absencesApi.list,
  absencesApi.groups,
  absencesApi.sickList,
  absencesApi.listOf,
  absencesApi.get,
  absencesApi.getHistory,
];

type ListQuery = NonNullable<ArgsOf<typeof absencesApi.list>['query']>;
type SickQuery = NonNullable<ArgsOf<typeof absencesApi.sickList>['query']>;

const bookOf = (book: number) => ({ id: String(book) });
const someone = (book: number, { entity, id }: Pick<Whom, 'entity' | 'id'>) => ({
  params: { ...bookOf(book), entity, entityId: String(id) },
});

/** The absences that one sees, page by page. */
export const listQuery = (book: number, query: Omit<ListQuery, 'page'>) =>
  infiniteQueryOf(absencesApi.list, { params: bookOf(book), query }, ABSENCE_PAGE);

/** The same in their groups, with the first of each (T-7.36). */
export const groupsQuery = (book: number, classId: number | null) =>
  queryOf(absencesApi.groups, {
    params: bookOf(book),
    query: classId === null ? {} : { grades_enrollment_id: String(classId) },
  });

/** Who is absent on a day (T-7.40). */
export const sickListQuery = (book: number, query: Omit<SickQuery, 'page'>) =>
  infiniteQueryOf(absencesApi.sickList, { params: bookOf(book), query }, ABSENCE_PAGE);

export const absenceQuery = (book: number, uuid: string) =>
  queryOf(absencesApi.get, { params: { ...bookOf(book), uuid } }, { staleTime: 0 });

export const historyQuery = (book: number, uuid: string) =>
  queryOf(absencesApi.getHistory, { params: { ...bookOf(book), uuid } }, { staleTime: 0 });

/** What one may do with a new absence of somebody, and from when to when it may be. */
export const presetQuery = (book: number, whom: Pick<Whom, 'entity' | 'id'>) =>
  queryOf(absencesApi.prepare, someone(book, whom), { staleTime: 0 });

export const categoriesQuery = (book: number) => queryOf(absencesApi.listCategories, { params: bookOf(book) });

/** The types to choose from (T-7.35); with `chosen` those of a filter, all of them. */
export const typesQuery = (book: number, whom: Pick<Whom, 'entity' | 'id'>, chosen?: readonly string[]) =>
  queryOf(absencesApi.listTypesOf, {
    ...someone(book, whom),
    query: chosen ? { absence_type: chosen.join('|') || 'none' } : {},
  });

/** Other absences of somebody at the same time (T-5.12, T-7.42). */
export const overlapQuery = (
  book: number,
  whom: Pick<Whom, 'entity' | 'id'>,
  range: { begins_at: string; ends_at: string },
  except: string | null,
) =>
  queryOf(
    absencesApi.listOf,
    {
      ...someone(book, whom),
      query: { with_deleted: '0', limit: String(ABSENCE_OVERLAP_LIMIT), ...range, ...(except && { except }) },
    },
    { staleTime: 0 },
  );

/** Asks again when an absence that one sees was changed by somebody else. */
export function useAbsenceEvents(): void {
  const refresh = () => {
    for (const endpoint of TOUCHED_BY_ABSENCES) void invalidateQueries(endpoint);
  };
  useRealtime(absencesEvents.absenceChanged, refresh, refresh);
}
