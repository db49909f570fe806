import { format, getDay, parse, startOfWeek } from 'date-fns';
import { de } from 'date-fns/locale/de';
import { useState } from 'react';
import { Calendar, dateFnsLocalizer } from 'react-big-calendar';
import 'react-big-calendar/lib/css/react-big-calendar.css';
import type { Contender } from '../contender.ts';
import { textOf, toLocal } from './events.ts';
import { showInReactPage, startReactPage } from './react-page.tsx';

type Event = { title: string; start: Date; end: Date };

const localizer = dateFnsLocalizer({ format, parse, startOfWeek, getDay, locales: { de } });
let turn: (() => void) | null = null;

function Week({ events, mondays }: { events: Event[]; mondays: readonly [string, string] }) {
  const [date, setDate] = useState(new Date(toLocal(mondays[0], '12:00')));
  turn = () => setDate(new Date(toLocal(mondays[1], '12:00')));
  return (
    <Calendar
      localizer={localizer}
      culture="de"
      events={events}
      date={date}
      onNavigate={setDate}
      view="work_week"
      views={['work_week']}
      onView={() => {}}
      toolbar={false}
      min={new Date(toLocal(mondays[0], '07:00'))}
      max={new Date(toLocal(mondays[0], '19:00'))}
      style={{ height: 880 }}
    />
  );
}

/** react-big-calendar: its work week without toolbar, the same hours. */
export const contender: Contender = {
  start: startReactPage,
  first({ weeks, mondays }) {
    const events = weeks.flat().map((lesson) => ({
      title: textOf(lesson),
      start: new Date(toLocal(lesson.begins_at, lesson.time_begins_at)),
      end: new Date(toLocal(lesson.begins_at, lesson.time_ends_at)),
    }));
    showInReactPage(<Week events={events} mondays={mondays} />);
  },
  next: () => turn?.(),
};
