import { toDay } from '../../kernel/calendar/dates.ts';

/** The filters of the lists (T-4.25); the last three are for absences (T-4.27). */
export const CLASSBOOK_FILTERS = ['ALL', 'CUSTOM', 'is_open', 'EXCUSED', 'UNEXCUSED', 'PENDING'] as const;
export type ClassbookFilter = (typeof CLASSBOOK_FILTERS)[number];

/** The lists of a class book, by the parts of its addresses. */
export const CLASSBOOK_LISTS = ['users', 'classes', 'notices', 'homework', 'statistics', 'absences'] as const;
export type ClassbookList = (typeof CLASSBOOK_LISTS)[number];

/** The filters that a list offers: only entries can be open (T-4.26), only absences excused. */
export function filtersOf(list: ClassbookList): ClassbookFilter[] {
  if (list === 'users') return ['ALL'];
  // Grouped as `absence_type_state` (T-4.27).
  if (list === 'absences') return ['ALL', 'EXCUSED', 'UNEXCUSED', 'PENDING', 'CUSTOM'];
  return list === 'classes' ? ['ALL', 'is_open', 'CUSTOM'] : ['ALL', 'CUSTOM'];
}

/** The units to show of a class book: one by its number, or all of a kind (T-2.65). */
export const CLASSBOOK_ENTITIES = ['grades', 'courses', 'users'] as const;
export type ClassbookEntity = (typeof CLASSBOOK_ENTITIES)[number];

/** What a part of an address names: a number, or all of that kind; null: nothing that there is. */
export function parseEntityId(entity: ClassbookEntity, text: string): number | 'all' | null {
  if (text === `all-${entity}`) return 'all';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** What stands in the query of a list (T-2.66). */
export interface ClassbookQuery {
  filter: ClassbookFilter;
  entity: ClassbookEntity;
  begins_at: string | null;
  ends_at: string | null;
  notice_categories: readonly string[];
  absence_types: readonly string[];
  grades_enrollment_id: number | null;
  with_deleted: boolean;
  showNoticeUsersModal: boolean;
  noticeId: number | null;
  selectedAbsence: string | null;
  activeTab: string | null;
}

const isDate = (text: string | null): text is string => {
  if (text === null || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  return Number.isFinite(toDay(text)) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
};
const numberOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
const isYes = (text: string | null) => text === '1' || text === 'true';
const listOf = (text: string | null) => (text === null ? [] : text.split('|').filter((one) => one !== ''));

/** The query of a list as far as it makes sense there: what does not is as if it were not there. */
export function parseClassbookQuery(search: URLSearchParams, list: ClassbookList): ClassbookQuery {
  const given = search.get('filters');
  const from = search.get('begins_at');
  const until = search.get('ends_at');
  const [begins_at, ends_at] = [isDate(from) ? from : null, isDate(until) ? until : null];
  const isReversed = begins_at !== null && ends_at !== null && begins_at > ends_at;
  return {
    filter: filtersOf(list).find((one) => one === given) ?? 'ALL',
    entity: CLASSBOOK_ENTITIES.find((one) => one === search.get('entity')) ?? 'courses',
    begins_at: isReversed ? null : begins_at,
    ends_at: isReversed ? null : ends_at,
    notice_categories: listOf(search.get('notice_categories')),
    absence_types: listOf(search.get('absence_types')),
    grades_enrollment_id: numberOf(search.get('grades_enrollment_id')),
    with_deleted: isYes(search.get('with_deleted')),
    showNoticeUsersModal: isYes(search.get('showNoticeUsersModal')),
    noticeId: numberOf(search.get('noticeId')),
    selectedAbsence: search.get('selectedAbsence'),
    activeTab: search.get('activeTab'),
  };
}

/** A chosen filter as a query that takes the place of the former one (T-4.28). */
export function toClassbookSearch(
  filter: ClassbookFilter,
  values: Partial<
    Pick<ClassbookQuery, 'entity' | 'begins_at' | 'ends_at' | 'notice_categories' | 'absence_types' | 'with_deleted'>
  > = {},
): URLSearchParams {
  const search = new URLSearchParams();
  if (values.entity) search.set('entity', values.entity);
  if (filter !== 'ALL') search.set('filters', filter);
  if (values.begins_at) search.set('begins_at', values.begins_at);
  if (values.ends_at) search.set('ends_at', values.ends_at);
  if (values.notice_categories?.length) search.set('notice_categories', values.notice_categories.join('|'));
  if (values.absence_types?.length) search.set('absence_types', values.absence_types.join('|'));
  if (values.with_deleted) search.set('with_deleted', '1');
  return search;
}
