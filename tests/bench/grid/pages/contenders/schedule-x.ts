import 'temporal-polyfill/global';
import { type CalendarApp, createCalendar, createViewWeek } from '@schedule-x/calendar';
import '@schedule-x/theme-default/dist/index.css';
import { Temporal } from 'temporal-polyfill';
import type { Contender } from '../contender.ts';
import { textOf, toLocal } from './events.ts';
import { startPlainPage } from './page.ts';

const ZONE = 'Europe/Berlin';
let root: HTMLElement;
let turn: (() => void) | null = null;

/** Schedule-X: its week of five days, the same hours. */
export const contender: Contender = {
  start(at) {
    root = startPlainPage(at);
  },
  first({ weeks, mondays }) {
    const at = (date: string, time: string) => Temporal.PlainDateTime.from(toLocal(date, time)).toZonedDateTime(ZONE);
    const calendar: CalendarApp = createCalendar({
      views: [createViewWeek()],
      selectedDate: Temporal.PlainDate.from(mondays[0]),
      timezone: ZONE,
      locale: 'de-DE',
      dayBoundaries: { start: '07:00', end: '19:00' },
      weekOptions: { nDays: 5, gridHeight: 800 },
      events: weeks.flat().map((lesson) => ({
        id: lesson.uuid,
        title: textOf(lesson),
        start: at(lesson.begins_at, lesson.time_begins_at),
        end: at(lesson.begins_at, lesson.time_ends_at),
      })),
    });
    root.replaceChildren();
    calendar.render(root);
    // Its button listens to the end of a press and not to a click.
    turn = () =>
      root
        .querySelector('.sx__forward-backward-navigation > button:last-child')
        ?.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
  },
  next: () => turn?.(),
};
