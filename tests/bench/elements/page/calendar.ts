import { Calendar } from 'fullcalendar';
import german from 'fullcalendar/locales/de';
import 'fullcalendar/skeleton.css';
import list from 'fullcalendar/list';
import classic from 'fullcalendar/themes/classic';
import 'fullcalendar/themes/classic/palette.css';
import 'fullcalendar/themes/classic/theme.css';
import timegrid from 'fullcalendar/timegrid';
import ICAL from 'ical.js';

/**
 * The timetable of a class as a school would show it with FullCalendar 7: day, week and list of an iCalendar feed. Its plug-in for
 * such feeds ends with version 6; this does with the same parser what that did, for events that do not repeat.
 */
new Calendar(document.querySelector('main') as HTMLElement, {
  plugins: [timegrid, list, classic],
  locale: german,
  initialView: 'timeGridWeek',
  initialDate: '2026-11-18',
  weekends: false,
  allDaySlot: false,
  headerToolbar: { start: 'prev,next today', center: 'title', end: 'timeGridDay,timeGridWeek,listWeek' },
  slotMinTime: '07:00',
  slotMaxTime: '18:00',
  height: 736,
  eventClass: 'kt-lesson',
  events: async () => {
    const text = await (await fetch('/plan.ics')).text();
    return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
      const { uid, summary, location, startDate, endDate } = new ICAL.Event(component);
      return {
        id: uid,
        title: `${summary} ${location}`,
        start: startDate.toString(),
        end: endDate.toString(),
      };
    });
  },
}).render();
