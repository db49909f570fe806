import { localDate } from './calendar.ts';
import type { DemoSchool } from './school.ts';
import type { DemoMessage } from './talk.ts';

/** A question of a survey of a demo school. */
export interface DemoQuestion {
  question: string;
  type: 'single' | 'multiple' | 'freetext';
  options: readonly string[];
  /** What people write where the question asks for words. */
  texts: readonly string[];
}

/** A survey of a demo school, sent to one of its generated channels. */
export interface DemoSurvey extends Pick<DemoMessage, 'target' | 'unit' | 'author' | 'content' | 'at'> {
  results_visibility: 'none' | 'before' | 'after';
  is_anonymous: boolean;
  /** ISO instants. */
  expires_at: string | null;
  ended_at: string | null;
  questions: readonly DemoQuestion[];
  /** Of a hundred people, this many have answered. */
  share: number;
}

const DAY = 24 * 60 * 60 * 1000;

const single = (question: string, options: readonly string[]): DemoQuestion => ({
  question,
  type: 'single',
  options,
  texts: [],
});

const HIKE = single('Wohin geht unser Wandertag?', ['In den Amselwald', 'An den Baggersee', 'Ins Planetarium']);
const EVENING = single('An welchem Abend passt dir der Elternabend am besten?', ['Montag', 'Mittwoch', 'Donnerstag']);
const YARD: readonly DemoQuestion[] = [
  {
    question: 'Wo soll es in den Pausen mehr Aufsicht geben?',
    type: 'multiple',
    texts: [],
    options: ['Schulhof', 'Mensa', 'Treppenhaus', 'Fahrradständer'],
  },
  {
    question: 'Was würde dir in der Pause am meisten helfen?',
    type: 'freetext',
    options: [],
    texts: ['Ein fester Plan', 'Kürzere Wege', 'Eine zweite Person in der Mensa', 'Weniger Tauschen'],
  },
];

/**
 * Surveys of the last weeks: one that runs in every class, one that is over with the parents of every class, and an anonymous one
 * of the staff that is over.
 */
export function demoSurveys({ class_teachers, teachers }: DemoSchool, now: Date): DemoSurvey[] {
  const usernameOf = new Map(teachers.map(({ code, username }) => [code, username]));
  const morning = Date.parse(`${localDate(now)}T05:40:00Z`);
  const on = (days: number, minutes = 0) => new Date(morning + days * DAY + minutes * 60_000).toISOString();
  const surveys = Object.entries(class_teachers).flatMap(([unit, code], index): DemoSurvey[] => {
    const author = usernameOf.get(code);
    if (author === undefined) return [];
    const of = { unit, author, is_anonymous: false };
    return [
      {
        ...of,
        target: 'students',
        content: 'Stimmt bitte ab, damit ich buchen kann.',
        at: on(-2, index),
        results_visibility: 'after',
        expires_at: on(5),
        ended_at: null,
        questions: [HIKE],
        share: 64,
      },
      {
        ...of,
        target: 'parents',
        content: '',
        at: on(-30, index),
        results_visibility: 'before',
        expires_at: on(-20),
        ended_at: on(-20),
        questions: [EVENING],
        share: 78,
      },
    ];
  });
  const [first] = teachers;
  if (!first) return surveys;
  const staff: DemoSurvey = {
    target: 'teachers',
    unit: null,
    author: first.username,
    is_anonymous: true,
    results_visibility: 'after',
    content: 'Für die Konferenz, ohne Namen.',
    at: on(-14),
    expires_at: null,
    ended_at: on(-6),
    questions: YARD,
    share: 70,
  };
  return [...surveys, staff];
}
