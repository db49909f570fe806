import { expect, it } from 'vitest';
import {
  CLASSBOOK_FILTERS,
  CLASSBOOK_LISTS,
  filtersOf,
  parseClassbookQuery,
  parseEntityId,
  toClassbookSearch,
} from './filters.ts';

const parse = (text: string, list: (typeof CLASSBOOK_LISTS)[number] = 'notices') =>
  parseClassbookQuery(new URLSearchParams(text), list);
const NOTHING = parse('');

it('the filters are six, and only entries can be open [T-4.25] [T-4.26]', () => {
  expect(CLASSBOOK_FILTERS).toEqual(['ALL', 'CUSTOM', 'is_open', 'EXCUSED', 'UNEXCUSED', 'PENDING']);
  const withOpen = CLASSBOOK_LISTS.filter((list) => filtersOf(list).includes('is_open'));
  expect(withOpen).toEqual(['classes']);
  expect(parse('filters=is_open', 'classes').filter).toBe('is_open');
  expect(parse('filters=is_open').filter).toBe('ALL');
});

it('a query is read with all its names, and what makes no sense is left out [T-2.66]', () => {
  const text =
    'filters=CUSTOM&entity=grades&begins_at=2026-11-01&ends_at=2026-11-30&notice_categories=a|b&absence_types=absent|too-late' +
    '&grades_enrollment_id=4&with_deleted=1&showNoticeUsersModal=true&noticeId=7&selectedAbsence=x&activeTab=y';
  expect(parse(text)).toEqual({
    filter: 'CUSTOM',
    entity: 'grades',
    begins_at: '2026-11-01',
    ends_at: '2026-11-30',
    notice_categories: ['a', 'b'],
    absence_types: ['absent', 'too-late'],
    grades_enrollment_id: 4,
    with_deleted: true,
    showNoticeUsersModal: true,
    noticeId: 7,
    selectedAbsence: 'x',
    activeTab: 'y',
  });
  for (const wrong of ['begins_at=2026-02-30', 'ends_at=soon', 'noticeId=-1', 'grades_enrollment_id=a', 'entity=rooms'])
    expect(parse(wrong), wrong).toEqual(NOTHING);
  expect(parse('begins_at=2026-11-30&ends_at=2026-11-01')).toEqual(NOTHING);
});

it('a chosen filter is a query of its own, which names nothing of the former one [T-4.28]', () => {
  expect(`${toClassbookSearch('ALL')}`).toBe('');
  expect(`${toClassbookSearch('is_open', { entity: 'grades' })}`).toBe('entity=grades&filters=is_open');
  const custom = { begins_at: '2026-11-01', ends_at: null, notice_categories: ['a', 'b'], with_deleted: true };
  expect(parse(`${toClassbookSearch('CUSTOM', custom)}`)).toMatchObject({ filter: 'CUSTOM', ...custom });
});

it('the number in an address is one, or all of its kind [T-2.65]', () => {
  expect(parseEntityId('grades', 'all-grades')).toBe('all');
  expect(parseEntityId('courses', 'all-courses')).toBe('all');
  expect(parseEntityId('users', 'all-users')).toBe('all');
  expect(parseEntityId('users', '12')).toBe(12);
  for (const wrong of ['all-grades', 'all', '0', '-1', '1.5', '', 'x'])
    expect(parseEntityId('users', wrong)).toBeNull();
});
