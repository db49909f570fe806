import FullCalendar, { type CalendarRef } from '@fullcalendar/react';
import '@fullcalendar/react/skeleton.css';
import classic from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/palette.css';
import '@fullcalendar/react/themes/classic/theme.css';
import timegrid from '@fullcalendar/react/timegrid';
import { createRef } from 'react';
import type { Contender } from '../contender.ts';
import { textOf, toLocal } from './events.ts';
import { showInReactPage, startReactPage } from './react-page.tsx';

const ref = createRef<CalendarRef>();

/** FullCalendar 7 in React: its week of five days without all-day row and buttons, the same hours. */
export const contender: Contender = {
  start: startReactPage,
  first({ weeks, mondays }) {
    const events = weeks.flat().map((lesson) => ({
      id: lesson.uuid,
      title: textOf(lesson),
      start: toLocal(lesson.begins_at, lesson.time_begins_at),
      end: toLocal(lesson.begins_at, lesson.time_ends_at),
    }));
    showInReactPage(
      <FullCalendar
        ref={ref}
        plugins={[timegrid, classic]}
        initialView="timeGridWeek"
        initialDate={mondays[0]}
        weekends={false}
        allDaySlot={false}
        headerToolbar={false}
        slotMinTime="07:00"
        slotMaxTime="19:00"
        height={880}
        events={events}
      />,
    );
  },
  next: () => ref.current?.getApi().next(),
};
