import {
  ABSENCE_FILTERS,
  ABSENCE_GROUPS,
  ABSENCE_ORDERS,
  type AbsenceFilter,
  type AbsenceGroup,
  type AbsenceOrder,
} from '@kreide/core/features/absences';
import { isDate } from '@kreide/core/kernel';
import { useSearchParams } from 'react-router';

export const SICK_VIEWS = ['groups', 'day', 'list'] as const;
export type SickView = (typeof SICK_VIEWS)[number];

/** What of the sick list is shown: it stands in the address. */
export interface SickWish {
  view: SickView;
  filter: AbsenceFilter;
  order: AbsenceOrder;
  group: AbsenceGroup | null;
  /** Null: today. */
  date: string | null;
  /** A class; null: all. */
  grade: number | null;
}

/** The wish of an address; what makes no sense is as if it were not there. */
export function parseSickWish(search: URLSearchParams): SickWish {
  const oneOf = <T extends string>(values: readonly T[], name: string) =>
    values.find((value) => value === search.get(name));
  const [date, grade] = [search.get('date') ?? '', search.get('grade') ?? ''];
  return {
    view: oneOf(SICK_VIEWS, 'view') ?? 'groups',
    filter: oneOf(ABSENCE_FILTERS, 'filter') ?? 'CURRENT',
    order: oneOf(ABSENCE_ORDERS, 'order') ?? 'default',
    group: oneOf(ABSENCE_GROUPS, 'group') ?? null,
    date: isDate(date) ? date : null,
    grade: /^[1-9]\d{0,14}$/.test(grade) ? Number(grade) : null,
  };
}

/** The address of a wish. */
export function toSickSearch({ view, filter, order, group, date, grade }: SickWish): URLSearchParams {
  const isList = view === 'list';
  return new URLSearchParams({
    ...(view !== 'groups' && { view }),
    ...(isList && filter !== 'CURRENT' && { filter }),
    ...(isList && order !== 'default' && { order }),
    ...(isList && group !== null && { group }),
    ...(view === 'day' && date !== null && { date }),
    ...(grade !== null && { grade: String(grade) }),
  });
}

export function useSickWish(): [SickWish, (part: Partial<SickWish>) => void] {
  const [search, setSearch] = useSearchParams();
  const wish = parseSickWish(search);
  return [wish, (part) => setSearch(toSickSearch({ ...wish, ...part }), { replace: true })];
}
