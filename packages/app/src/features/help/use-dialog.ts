import {
  findOccurrence,
  type Occurrence,
  parseLessonId,
  timetableApi,
  toOccurrences,
} from '@kreide/core/features/timetable';
import { addDays, toLocal, writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { useNow } from '../timetable/index.ts';

/** Days in which lessons can be chosen, from today on. */
const DAYS = 7;

/** Whose plan it is about, what was chosen so far, and the way to the next step. */
export function useDialog() {
  const { userId = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const get = (name: string) => search.get(name) ?? '';
  const hrefOf = (step: string, change: Readonly<Record<string, string>> = {}) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) next.set(name, value);
    return `/feedback/dialog/${userId}/${step}?${next}`;
  };
  return {
    userId,
    unit: get('unit'),
    lesson: get('lesson'),
    reason: get('reason'),
    course: get('course'),
    hrefOf,
    go: (step: string, change?: Readonly<Record<string, string>>) => void navigate(hrefOf(step, change)),
  };
}

const planOf = (userId: string, begins_at: string, ends_at: string) =>
  queryOf(timetableApi.get, { params: { entity: 'users', id: userId }, query: { begins_at, ends_at } });

/** The lessons of the days ahead. */
export function useLessons(userId: string) {
  const { date } = useNow(useSelf().school.time_zone);
  const range = { begins_at: date, ends_at: addDays(date, DAYS - 1) };
  return { range, query: useQuery(planOf(userId, range.begins_at, range.ends_at)), toOccurrences };
}

/** The chosen lesson as it stands in the plan now. */
export function useChosen(userId: string, unit: string) {
  const zone = useSelf().school.time_zone;
  const id = parseLessonId(unit);
  const { date } = toLocal(new Date((id?.timestamp ?? 0) * 1000), zone);
  const query = useQuery({ ...planOf(userId, date, date), enabled: id !== null });
  const occurrence = id && query.data ? findOccurrence(query.data.lessons, id, zone) : undefined;
  return { query, isValid: id !== null, occurrence: occurrence ?? null };
}

/** A lesson in one line: `Mon 30 Nov, 08:00–08:45, Maths`. */
export function useLessonName(): (occurrence: Occurrence) => string {
  const { language } = useTranslation('help');
  return ({ lesson, date }) =>
    `${writeDate(language, date, 'weekdayShort')}, ${lesson.time_begins_at}–${lesson.time_ends_at}, ${lesson.meta.displayname}`;
}
