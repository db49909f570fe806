import { calendarApi, EVENT_ANSWERS_PAGE, EVENTS_PAGE, type EventAnswer } from '@kreide/core/features/calendar';
import { addDays, mondayOf, monthStartOf } from '@kreide/core/kernel';
import { infiniteQueryOf, invalidateQueries, mutationOf, queryOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';

/** What shows events. */
const touches = [calendarApi.list, calendarApi.listRange, calendarApi.get, calendarApi.listLocations];

/** The pages of the list; the last ones known are there without a network too. */
export const eventsQuery = (scroll: 'future' | 'past') =>
  infiniteQueryOf(calendarApi.list, { query: { scroll } }, EVENTS_PAGE, { meta: KEPT });

/** The six weeks around the month of a date: every day, week and month that is shown lies in one of them. */
export function monthQuery(date: string) {
  const from = mondayOf(monthStartOf(date));
  return queryOf(calendarApi.listRange, { query: { from, to: addDays(from, 41) } }, { meta: KEPT });
}

export const eventQuery = (id: string) => queryOf(calendarApi.get, { params: { id } });
/** Who has answered so; `open`: not yet. */
export const answersQuery = (id: string, answer: EventAnswer | 'open') =>
  infiniteQueryOf(calendarApi.listAnswers, { params: { id }, query: { answer } }, EVENT_ANSWERS_PAGE);
/** The dates of a rule from a day on. */
export const datesQuery = (from: string, rule: string) => queryOf(calendarApi.listDates, { query: { from, rule } });
/** When it suits people. */
export const suitableQuery = (asked: { from: string; minutes: string; users: string; event?: string }) =>
  queryOf(calendarApi.findTimes, { query: asked });
export const locationsQuery = queryOf(calendarApi.listLocations, {});

export const createEvent = mutationOf(calendarApi.create, { touches });
export const updateEvent = mutationOf(calendarApi.update, { touches });

export const answerEvent = mutationOf(calendarApi.answer, { touches: [calendarApi.get, calendarApi.listAnswers] });

/** A deletion that is under way: nothing asks again for the deleted event meanwhile (C-4.63). */
const deletion = { isUnderWay: false };

const removal = mutationOf(calendarApi.remove, { touches: [calendarApi.list, calendarApi.listRange] });
export const removeEvent: typeof removal = {
  ...removal,
  onMutate: (args, context) => {
    deletion.isUnderWay = true;
    return removal.onMutate?.(args, context) ?? [];
  },
  onSettled: async (...settled) => {
    await removal.onSettled?.(...settled);
    deletion.isUnderWay = false;
    // What somebody else has changed meanwhile is asked for again, so that a second try deletes what is on screen.
    if (settled[1]) void invalidateQueries(calendarApi.get);
  },
};

/** Asks again for what shows answers. */
export function refreshAnswers(): void {
  void invalidateQueries(calendarApi.listAnswers);
  if (!deletion.isUnderWay) void invalidateQueries(calendarApi.get);
}

/** Asks again for what shows events, as something about them has changed. */
export function refreshCalendar(): void {
  void invalidateQueries(calendarApi.list);
  void invalidateQueries(calendarApi.listRange);
  refreshAnswers();
}
