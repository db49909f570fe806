import { subjectOf } from './house.ts';

/** One course of a band: its subject and type. */
export interface BandCourse {
  subject: string;
  /** `LK` or `GK` in the upper years, else empty. */
  type: string;
}

/** One row of a curriculum table. `blocks` are the lengths of its appointments: [2, 1] = a double and a single. */
export type Row =
  | { kind: 'class'; subject: string; blocks: readonly number[] }
  /** The first subject in week A, the second in week B (the other way round in every second grade). */
  | { kind: 'alternating'; subjects: readonly [string, string]; blocks: readonly number[] }
  /** Two half groups that swap their subjects every week. */
  | { kind: 'halves'; subjects: readonly [string, string]; blocks: readonly number[] }
  /** Parallel courses across all grades of the year; each pupil takes one. `core` is compulsory unless taken before. */
  | { kind: 'band'; name: string; courses: readonly BandCourse[]; core?: string; blocks: readonly number[] };

/** All grades of one age. */
export interface YearPlan {
  year: string;
  letters: readonly string[];
  rows: readonly Row[];
  /** Allowed slots as [weekday, hour]; in the lower years exactly as many as the rows need, so nobody has a gap. */
  slots: readonly (readonly [number, number])[];
}

/** A club across years, after lessons. */
export interface Club {
  code: string;
  name: string;
  subject: string;
  years: readonly string[];
  weekday: number;
  room: string;
}

const WEEK = [1, 2, 3, 4, 5];

function mornings(): [number, number][] {
  return WEEK.flatMap((day) => [1, 2, 3, 4, 5, 6].map((hour): [number, number] => [day, hour]));
}

function afternoons(days: readonly number[], hours: readonly number[]): [number, number][] {
  return days.flatMap((day) => hours.map((hour): [number, number] => [day, hour]));
}

const row = (subject: string, ...blocks: number[]): Row => ({ kind: 'class', subject, blocks });
const halves = (a: string, b: string, ...blocks: number[]): Row => ({ kind: 'halves', subjects: [a, b], blocks });
const arts: Row = { kind: 'alternating', subjects: ['KU', 'MU'], blocks: [2] };

function band(name: string, courses: string, blocks: readonly number[], core?: string): Row {
  const list = courses.split(' ').map((entry) => {
    const [subject = '', type = ''] = entry.split(':');
    subjectOf(subject);
    return { subject, type };
  });
  return { kind: 'band', name, courses: list, blocks, ...(core === undefined ? {} : { core }) };
}

const religion = band('Religion', 'ER KR PP IR', [1, 1]);
const language = (...blocks: number[]): Row => band('2. Fremdsprache', 'F F L S', blocks);
const choice = band('Wahlpflicht', 'IF S TE TH BI', [2, 1]);

const LOWER: readonly YearPlan[] = [
  {
    year: '5',
    letters: ['a', 'b', 'c'],
    rows: [
      row('D', 2, 1, 1, 1),
      row('M', 1, 1, 1, 1),
      row('E', 2, 1, 1),
      halves('E', 'LZ', 1),
      row('NW', 2, 1),
      row('EK', 1, 1),
      row('MU', 1, 1),
      row('KU', 2),
      row('SP', 2, 1),
      religion,
      row('LZ', 1),
      row('KLR', 1),
    ],
    slots: mornings(),
  },
  {
    year: '6',
    letters: ['a', 'b', 'c'],
    rows: [
      row('D', 2, 1, 1),
      row('M', 2, 1, 1),
      row('E', 1, 1, 1),
      halves('E', 'LZ', 1),
      language(2, 1, 1),
      row('NW', 2, 1),
      row('GE', 1, 1),
      arts,
      row('SP', 2, 1),
      religion,
      row('PO', 1),
      row('KLR', 1),
    ],
    slots: mornings(),
  },
  {
    year: '7',
    letters: ['a', 'b', 'c'],
    rows: [
      row('D', 2, 1, 1),
      row('M', 2, 1, 1),
      row('E', 2, 1, 1),
      language(2, 1, 1),
      row('BI', 1, 1),
      row('PH', 2),
      row('GE', 1, 1),
      row('EK', 1, 1),
      arts,
      row('SP', 2, 1),
      religion,
      row('KLR', 1),
    ],
    slots: [...mornings(), ...afternoons([2], [7, 8])],
  },
  {
    year: '8',
    letters: ['a', 'b', 'c'],
    rows: [
      row('D', 2, 1, 1),
      row('M', 2, 1, 1),
      row('E', 2, 1),
      language(2, 1, 1),
      row('CH', 2),
      row('PH', 1, 1),
      halves('BI', 'IF', 2),
      row('GE', 1, 1),
      row('PO', 1, 1),
      arts,
      row('SP', 2, 1),
      religion,
    ],
    slots: [...mornings(), ...afternoons([4], [7, 8])],
  },
  {
    year: '9',
    letters: ['a', 'b', 'c'],
    rows: [
      row('D', 2, 1, 1),
      row('M', 2, 1, 1),
      row('E', 2, 1),
      language(2, 1),
      choice,
      row('BI', 1, 1),
      row('CH', 1),
      row('PH', 1),
      halves('CH', 'PH', 2),
      row('GE', 1, 1),
      row('PO', 1),
      row('EK', 1),
      arts,
      row('SP', 2),
      religion,
      row('KLR', 1),
    ],
    slots: [...mornings(), ...afternoons([2, 4], [7, 8])],
  },
  {
    year: '10',
    letters: ['a', 'b', 'c'],
    rows: [
      row('D', 2, 1),
      row('M', 2, 1, 1),
      row('E', 2, 1),
      language(2, 1),
      choice,
      row('BI', 2),
      row('CH', 1),
      row('PH', 1),
      halves('CH', 'PH', 2),
      row('GE', 1, 1),
      row('EK', 1, 1),
      row('PO', 1, 1),
      arts,
      row('SP', 2),
      religion,
    ],
    slots: [...mornings(), ...afternoons([2, 4], [7, 8])],
  },
];

const upperSlots = [...mornings(), ...afternoons([1, 2, 4], [7, 8, 9])];

const INTRODUCTION: YearPlan = {
  year: '11',
  letters: ['a', 'b'],
  rows: [
    band('Deutsch', 'D:GK D:GK D:GK', [2, 1]),
    band('Mathematik', 'M:GK M:GK M:GK', [2, 1]),
    band('Englisch', 'E:GK E:GK E:GK', [2, 1]),
    band('Fremdsprache', 'F:GK L:GK S:GK', [2, 2]),
    band('Naturwissenschaft 1', 'BI:GK BI:GK CH:GK PH:GK', [2, 1]),
    band('Naturwissenschaft 2', 'PH:GK CH:GK IF:GK IF:GK', [2, 1]),
    band('Gesellschaft 1', 'GE:GK EK:GK SW:GK', [2, 1]),
    band('Gesellschaft 2', 'SW:GK PA:GK EK:GK PL:GK', [2, 1]),
    band('Kunst, Musik, Theater', 'KU:GK MU:GK TH:GK', [2]),
    band('Religion, Philosophie', 'ER:GK KR:GK PL:GK', [2]),
    band('Sport', 'SP:GK SP:GK SP:GK', [2]),
    row('KLR', 1),
  ],
  slots: upperSlots,
};

function qualification(year: string): YearPlan {
  return {
    year,
    letters: ['a', 'b'],
    rows: [
      band('Leistungskurse 1', 'D:LK M:LK E:LK BI:LK', [2, 2, 1]),
      band('Leistungskurse 2', 'GE:LK E:LK PH:LK SW:LK', [2, 2, 1]),
      band('Deutsch', 'D:GK D:GK D:GK PA:GK', [2, 1], 'D'),
      band('Mathematik', 'M:GK M:GK IF:GK', [2, 1], 'M'),
      band('Englisch', 'E:GK E:GK S:GK', [2, 1], 'E'),
      band('Naturwissenschaft', 'BI:GK CH:GK CH:GK PH:GK', [2, 1]),
      band('Gesellschaft 1', 'GE:GK EK:GK SW:GK', [2, 1]),
      band('Gesellschaft 2', 'PL:GK PA:GK EK:GK PO:GK', [2, 1]),
      band('Kunst, Musik, Theater', 'KU:GK MU:GK TH:GK', [2]),
      band('Religion, Philosophie', 'ER:GK KR:GK PL:GK', [2]),
      band('Sport', 'SP:GK SP:GK SP:GK', [2]),
    ],
    slots: upperSlots,
  };
}

/** The curriculum tables of the demo school: 5a to 10c, 11a to 13b. */
export const YEARS: readonly YearPlan[] = [...LOWER, INTRODUCTION, qualification('12'), qualification('13')];

const ALL = YEARS.map((year) => year.year);

/** Two-period clubs on Monday and Wednesday afternoons, when their grades have no lessons. */
export const CLUBS: readonly Club[] = [
  { code: 'AG Chor', name: 'Schulchor', subject: 'CHO', years: ALL, weekday: 3, room: 'MU 1' },
  { code: 'AG Orchester', name: 'Schulorchester', subject: 'ORC', years: ALL, weekday: 3, room: 'AULA' },
  { code: 'AG Band', name: 'Schulband', subject: 'MU', years: ['9', '10', '11', '12', '13'], weekday: 3, room: 'MU 2' },
  {
    code: 'AG Theater',
    name: 'Theater Lampenfieber',
    subject: 'TH',
    years: ['7', '8', '9', '10'],
    weekday: 1,
    room: 'AULA',
  },
  { code: 'AG Robotik', name: 'Robotik', subject: 'IF', years: ['6', '7', '8', '9'], weekday: 3, room: 'IF 1' },
  { code: 'AG Garten', name: 'Schulgarten', subject: 'BI', years: ['5', '6', '7', '8'], weekday: 1, room: 'BI 1' },
  {
    code: 'AG Zeitung',
    name: 'Schülerzeitung Kreidestaub',
    subject: 'D',
    years: ['8', '9', '10', '11'],
    weekday: 3,
    room: 'IF 3',
  },
  { code: 'AG Klettern', name: 'Klettern', subject: 'SP', years: ['7', '8', '9', '10'], weekday: 3, room: 'TH 1' },
  {
    code: 'AG Volleyball',
    name: 'Volleyball',
    subject: 'SP',
    years: ['9', '10', '11', '12', '13'],
    weekday: 3,
    room: 'TH 2',
  },
  { code: 'AG Forscher', name: 'Junge Forscher', subject: 'NW', years: ['5', '6'], weekday: 3, room: 'NW' },
  { code: 'AG Töpfern', name: 'Töpfern und Drucken', subject: 'KU', years: ['5', '6', '7'], weekday: 1, room: 'KU 1' },
  {
    code: 'AG Schach',
    name: 'Schach',
    subject: 'LZ',
    years: ['5', '6', '7', '8', '9', '10'],
    weekday: 1,
    room: 'LERN',
  },
];
