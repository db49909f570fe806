import { addDays } from '@kreide/core/kernel';
import { localDate } from './calendar.ts';
import { DEMO_GRADE, type DemoSchool } from './school.ts';

/** A file in the cloud of a channel of a demo school. */
export interface DemoFile {
  target: 'students' | 'parents' | 'teachers';
  /** Short name of the grade; null: of the whole school. */
  unit: string | null;
  /** The folder that it lies in; null: none. */
  folder: string | null;
  name: string;
  content: string;
  /** Username of who brought it. */
  author: string;
  /** ISO instant, before `now`. */
  at: string;
}

const PACKING = `Packliste für die Klassenfahrt

[ ] feste Schuhe und Hausschuhe
[ ] Regenjacke
[ ] Waschzeug und Handtuch
[ ] Bettwäsche
[ ] Trinkflasche und Brotdose
[ ] Krankenversicherungskarte
[ ] Taschengeld, höchstens 40 Euro
`;
const LETTER = `Liebe Eltern,

unsere Klassenfahrt geht im Frühjahr an die Müritz. Wir fahren mit dem Zug
und schlafen in der Jugendherberge. Bitte gebt die Anmeldung bis Ende
des Monats bei mir ab.

Viele Grüße
`;
const DUTIES = `Woche;Tafel;Ordnung;Blumen
1;Gruppe A;Gruppe B;Gruppe C
2;Gruppe B;Gruppe C;Gruppe A
3;Gruppe C;Gruppe A;Gruppe B
`;
const FORMULAS = `Was ihr für die Arbeit braucht

- Satz des Pythagoras: a² + b² = c²
- Flächeninhalt des Kreises: A = π · r²
- Volumen des Zylinders: V = π · r² · h
- Binomische Formeln
`;
const MINUTES = `Dienstbesprechung

1. Die Aufsichten in der großen Pause sind neu verteilt.
2. Der Kopierer im Lehrerzimmer wird am Freitag gewartet.
3. Die Projektwoche liegt in der letzten Woche vor den Ferien.
`;

/** What lies in the channels of a class, of its parents and of the teachers; the class teacher of the demo class has brought it. */
export function demoFiles({ class_teachers, teachers }: DemoSchool, now: Date): DemoFile[] {
  const author = teachers.find(({ code }) => code === class_teachers[DEMO_GRADE])?.username;
  if (author === undefined) return [];
  const made = (
    daysAgo: number,
    place: Pick<DemoFile, 'target' | 'unit' | 'folder'>,
    name: string,
    content: string,
  ) => ({ ...place, name, content, author, at: `${addDays(localDate(now), -daysAgo)}T13:20:00.000Z` });
  const pupils = { target: 'students', unit: DEMO_GRADE } as const;
  return [
    made(12, { ...pupils, folder: 'Klassenfahrt' }, 'Packliste.txt', PACKING),
    made(12, { ...pupils, folder: 'Klassenfahrt' }, 'Elternbrief zur Klassenfahrt.txt', LETTER),
    made(5, { ...pupils, folder: null }, 'Formeln für die Arbeit.txt', FORMULAS),
    made(30, { ...pupils, folder: null }, 'Klassendienste.csv', DUTIES),
    made(12, { target: 'parents', unit: DEMO_GRADE, folder: null }, 'Elternbrief zur Klassenfahrt.txt', LETTER),
    made(2, { target: 'teachers', unit: null, folder: 'Protokolle' }, 'Dienstbesprechung.txt', MINUTES),
  ];
}
