import { ABSENCE_TYPE_STATES, type AbsenceTypeState } from '@kreide/core/features/absences';
import type { ClassbookFilter, ClassbookQuery, ListQuery } from '@kreide/core/features/classbook';
import { useState } from 'react';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useBookContext } from './book-context.ts';

/** The query of a list as it travels (T-7.62, T-7.63). */
export type Sent = { [Key in keyof ListQuery]?: string };

const isState = (filter: ClassbookFilter): filter is AbsenceTypeState =>
  ABSENCE_TYPE_STATES.some((state) => state === filter);

function toSent(asked: ClassbookQuery, search: string) {
  const { begins_at, ends_at, filter, notice_categories, absence_types, grades_enrollment_id, with_deleted } = asked;
  return {
    ...(begins_at && { begins_at }),
    ...(ends_at && { ends_at }),
    ...(filter === 'is_open' && { is_open: '1' as const }),
    // Grouped (T-4.27).
    ...(isState(filter) && { absence_type_state: filter }),
    ...(notice_categories.length > 0 && { notice_categories: notice_categories.join('|') }),
    ...(absence_types.length > 0 && { absence_type: absence_types.join('|') }),
    ...(grades_enrollment_id && { grades_enrollment_id: String(grades_enrollment_id) }),
    ...(with_deleted && { with_deleted: '1' as const }),
    ...(search !== '' && { search }),
  };
}

/** What a list of the class book asks for: book, unit, the filters of the address and what is searched. */
export function useList() {
  const { book, unit, asked } = useBookContext();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const args = { params: { id: String(book.id) }, query: { ...unit, ...toSent(asked, search) } };
  return { args, bar: { typed, onType: setTyped } };
}
