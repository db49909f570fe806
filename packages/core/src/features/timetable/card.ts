import type { Unit } from '../structure/index.ts';
import { lookOf, nameOf } from './look.ts';
import type { Entity, Lesson } from './schema.ts';

/** What a card says about subject, room or teacher. */
export type CardValue = {
  /** The long form where there is one, else the code; empty where there is none any more. */
  readonly text: string;
  readonly code: string;
  /** Code of what it replaces; null where it did not change or there was none before. */
  readonly before: string | null;
  readonly isChanged: boolean;
};

/** The values of a lesson's card in the order of their lines. */
export type Card = {
  readonly subject: CardValue;
  /** What must never leave: the room, in the plan of a room the classes; null where there is none. */
  readonly place: CardValue | null;
  /** The third place: classes in the plan of a teacher, else the teachers; null where there is none. */
  readonly people: CardValue | null;
  /** Classes are what a teacher looks for: written as strongly as the room. */
  readonly hasStrongPeople: boolean;
};

/**
 * The values of a lesson's card (T-3.31, T-3.32). What stands third depends on who looks: the teacher in the plan of a
 * pupil or class, the class in a teacher's plan, in a room's plan first the class and then the teacher.
 * @param entity whose plan it is
 * @param longest characters of a list of rooms, classes or teachers; what is left out of a longer one is counted
 */
export function toCard(lesson: Lesson, entity?: Entity | undefined, longest = Number.POSITIVE_INFINITY): Card {
  const { meta, subject, substituted_lessons: old } = lesson;
  const isChanged = lookOf(lesson) === 'changed';
  const wasSubject = isChanged && subject ? old.flatMap((was) => was.subject ?? []) : [];
  const hasNewSubject = wasSubject.length > 0 && wasSubject.every((was) => was.id !== subject?.id);
  const teachers = toValue(lesson.teachers, isChanged ? old.map((was) => was.teachers) : null, longest);
  const grades = toValue(lesson.grades, null, longest, codeOf);
  const isTeacher = entity === 'teachers';
  // Of the one teacher of a plan nothing needs to be said, unless somebody else takes the lesson.
  const isSaid = isTeacher && lesson.teachers.length < 2 && !teachers?.isChanged;
  return {
    subject: {
      text: meta.displayname,
      code: meta.shortname,
      before: hasNewSubject ? codes(wasSubject) : null,
      isChanged: hasNewSubject,
    },
    place:
      entity === 'bookables'
        ? grades
        : toValue(lesson.bookables, isChanged ? old.map((was) => was.bookables) : null, longest, codeOf),
    people: isTeacher ? (isSaid ? grades : together(grades, teachers)) : teachers,
    hasStrongPeople: isTeacher && isSaid,
  };
}

const codeOf = (unit: Unit): string => unit.shortcut;

function codes(units: readonly Unit[]): string {
  return [...new Set(units.map(codeOf))].sort().join(', ');
}

/** In the order in which they are given. */
function briefCodes(units: readonly Unit[], longest: number): string {
  return toBriefList([...new Set(units.map(codeOf))], longest);
}

/** "10a, 10b +2": as many as fit, the others counted; the first one always. */
export function toBriefList(words: readonly string[], longest: number): string {
  const whole = words.join(', ');
  if (whole.length <= longest || words.length < 2) return whole;
  for (let count = words.length - 1; count > 1; count -= 1) {
    const brief = `${words.slice(0, count).join(', ')} +${words.length - count}`;
    if (brief.length <= longest) return brief;
  }
  return `${words[0]} +${words.length - 1}`;
}

/** Names as far as they fit: first names and titles leave before anybody is left out or cut. */
function briefText(units: readonly Unit[], longest: number, write: (unit: Unit) => string): string {
  const words = units.map(write);
  const isNamed = write === nameOf && words.join(', ').length > longest;
  return toBriefList(isNamed ? units.map(lastNameOf) : words, longest);
}

function lastNameOf({ name, shortcut }: Unit): string {
  return name === null ? shortcut : name.slice(name.lastIndexOf(' ') + 1);
}

/** @param old the same of what it replaces, null where that is no change */
function toValue(
  units: readonly Unit[],
  old: readonly (readonly Unit[])[] | null,
  longest: number,
  write: (unit: Unit) => string = nameOf,
): CardValue | null {
  if (old === null) {
    if (units.length === 0) return null;
    if (units.length === 1)
      return { text: briefText(units, longest, write), code: units[0]!.shortcut, before: null, isChanged: false };
  }
  const whole = codes(units);
  const was = old === null ? whole : codes(old.flat());
  if (whole === '' && was === '') return null;
  const isChanged = was !== whole;
  return {
    text: briefText(units, longest, write),
    code: briefCodes(units, longest),
    before: isChanged && was !== '' ? briefCodes((old ?? []).flat(), longest) : null,
    isChanged,
  };
}

function together(first: CardValue | null, second: CardValue | null): CardValue | null {
  if (!first || !second) return first ?? second;
  return {
    ...second,
    text: `${first.text} ${second.text}`,
    code: `${first.code} ${second.code}`,
  };
}
