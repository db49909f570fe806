import { calendarApi } from '@kreide/core/features/calendar';
import { mutationOf, queryOf } from '../../kernel/data.ts';

/** When the user is reminded of an event. */
export const remindersQuery = (id: string) => queryOf(calendarApi.getReminders, { params: { id } });
/** The same for events of which they have chosen nothing else. */
export const usualRemindersQuery = queryOf(calendarApi.getUsualReminders, {});

const touches = [calendarApi.getReminders, calendarApi.getUsualReminders];
export const setReminders = mutationOf(calendarApi.setReminders, { touches });
export const setUsualReminders = mutationOf(calendarApi.setUsualReminders, { touches });
