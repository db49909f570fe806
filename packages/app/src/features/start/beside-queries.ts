import { calendarApi } from '@kreide/core/features/calendar';
import { channelsApi } from '@kreide/core/features/channels';
import { classbookApi } from '@kreide/core/features/classbook';
import { examsApi } from '@kreide/core/features/exams';
import { addDays } from '@kreide/core/kernel';
import { KEPT } from '../../kernel/kept-answers.ts';
import { queryOf } from '../../kernel/reading.ts';

/** So many of each kind stand on the start page; the rest is in a page of its own. */
export const SHOWN = 4;
/** Days: so far ahead somebody plans the own work, and looks at the calendar. */
const [DUE, NEAR] = [7, 14];

const SELF = { id: 'self' };

/** The channels in which something is unread, the newest first. */
export const unreadQuery = () => queryOf(channelsApi.listOwn, { params: SELF, query: { only_unread: '1' } });

/** Homework of the own lessons, or those of the children, that is due from this day on; the next one first. */
export const dueQuery = (book: number, today: string) =>
  queryOf(
    classbookApi.listHomeworks,
    { params: { id: `${book}` }, query: { begins_at: today, ends_at: addDays(today, DUE), limit: `${SHOWN}` } },
    { meta: KEPT },
  );

/** The events of today and of the two weeks that follow. */
export const nearQuery = (today: string) =>
  queryOf(calendarApi.listRange, { query: { from: today, to: addDays(today, NEAR) } }, { meta: KEPT });

/** The exams of today and of the two weeks that follow: the own ones, or those of the children where nobody is named. */
export const examsQuery = (today: string, user: number | null) =>
  queryOf(
    examsApi.list,
    { query: { from: today, until: addDays(today, NEAR), ...(user !== null && { user_id: `${user}` }) } },
    { meta: KEPT },
  );
