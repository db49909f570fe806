import { classbookApi } from '@kreide/core/features/classbook';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';

export const bookQuery = (id: string) => queryOf(classbookApi.get, { params: { id } });

export const useBook = (id: string) => useQuery(bookQuery(id));

/** The number of the class book of the active school year; null: the school has no year yet. */
export function useCurrentBook(): number | null {
  const { schoolyears, active_schoolyear_id } = useSelf().school.timetable;
  const year = schoolyears.find(({ id }) => id === active_schoolyear_id) ?? schoolyears.at(-1);
  return year?.classbook.id ?? null;
}

/** Everything that shows an entry, or counts what stands in it. */
export const TOUCHED_BY_MARKS = [
  classbookApi.getEntry,
  classbookApi.listEntries,
  classbookApi.listEntryUsers,
  classbookApi.listMarks,
  classbookApi.getStatistics,
];
export const TOUCHED_BY_NOTICES = [
  classbookApi.listNotices,
  classbookApi.listEntryNotices,
  classbookApi.getNotice,
  classbookApi.getNoticeHistory,
];
