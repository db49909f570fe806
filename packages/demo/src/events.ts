import { addDays, mondayOf, toInstant } from '@kreide/core/kernel';
import { localDate, TIME_ZONE } from './calendar.ts';
import { DEMO_GRADE } from './school.ts';

/** An invented calendar event. */
export interface DemoEvent {
  name: string;
  category: 'MEETING' | 'TRIP' | 'EXAM';
  location: string | null;
  description: string;
  is_all_day: boolean;
  begins_at: string;
  ends_at: string;
  /** Class whose members take part; null: the whole school. */
  grade: string | null;
}

/** Days after the Monday of this week, times, and what happens. */
type Text = Pick<DemoEvent, 'name' | 'category' | 'location' | 'grade'> & {
  day: number;
  /** `18:00–19:30`; left out: all day. */
  times?: readonly [string, string];
  /** Whole days after the first. */
  more?: number;
  description?: string;
};

const all = null;
const TEXTS: readonly Text[] = [
  { day: -6, times: ['17:00', '18:30'], name: 'Schulkonferenz', category: 'MEETING', location: 'Aula', grade: all },
  { day: 1, times: ['07:50', '09:25'], name: 'Mathearbeit', category: 'EXAM', location: 'B104', grade: DEMO_GRADE },
  {
    day: 2,
    times: ['18:30', '20:00'],
    name: 'Elternabend',
    category: 'MEETING',
    location: 'Mensa',
    grade: all,
    description: 'Wir sprechen über die Klassenfahrten und wählen die Elternvertretung.\nFür Getränke ist gesorgt.',
  },
  { day: 2, times: ['14:00', '15:30'], name: 'Chorprobe', category: 'MEETING', location: 'Musiksaal', grade: all },
  { day: 2, times: ['14:30', '16:00'], name: 'AG Schulgarten', category: 'MEETING', location: null, grade: all },
  { day: 3, name: 'Besuch im Museum', category: 'TRIP', location: 'Stadtmuseum', grade: DEMO_GRADE },
  {
    day: 4,
    times: ['10:00', '11:30'],
    name: 'Vokabeltest Englisch',
    category: 'EXAM',
    location: null,
    grade: DEMO_GRADE,
  },
  { day: 7, more: 4, name: 'Projektwoche', category: 'TRIP', location: null, grade: all },
  {
    day: 9,
    times: ['19:00', '21:00'],
    name: 'Konzert der Bläserklassen',
    category: 'MEETING',
    location: 'Aula',
    grade: all,
  },
  { day: 15, name: 'Bundesjugendspiele', category: 'TRIP', location: 'Sportplatz', grade: all },
  { day: 18, times: ['09:45', '11:20'], name: 'Deutscharbeit', category: 'EXAM', location: 'B104', grade: DEMO_GRADE },
];

/** The calendar of a demo school around the week of `now`. */
export function demoEvents(now: Date): DemoEvent[] {
  const monday = mondayOf(localDate(now));
  return TEXTS.map(({ day, times, more = 0, description = '', ...event }) => {
    const date = addDays(monday, day);
    const begins = toInstant(date, times?.[0] ?? '00:00', TIME_ZONE);
    const ends = times
      ? toInstant(date, times[1], TIME_ZONE)
      : new Date(toInstant(addDays(date, more + 1), '00:00', TIME_ZONE).getTime() - 1000);
    return {
      ...event,
      description,
      is_all_day: times === undefined,
      begins_at: begins.toISOString(),
      ends_at: ends.toISOString(),
    };
  });
}
