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

/** Each once, in the order in which they are given. */
const codesOf = (units: readonly Unit[]): string[] => [...new Set(units.map(codeOf))];

const codes = (units: readonly Unit[]): string => codesOf(units).sort().join(', ');

/** "10a, 10b +2": as many as fit, the others counted; the first one always. */
export function toBriefList(words: readonly string[], longest: number): string {
  let brief = words.join(', ');
  for (let count = words.length - 1; count > 0 && brief.length > longest; count -= 1)
    brief = `${words.slice(0, count).join(', ')} +${words.length - count}`;
  return brief;
}

/** @param old the same of what it replaces, null where that is no change */
function toValue(
  units: readonly Unit[],
  old: readonly (readonly Unit[])[] | null,
  longest: number,
  write: (unit: Unit) => string = nameOf,
): CardValue | null {
  const whole = codes(units);
  const former = (old ?? [units]).flat();
  const was = codes(former);
  if (whole === '' && was === '') return null;
  const isChanged = was !== whole;
  const words = units.map(write);
  // First names and titles leave before anybody is left out or cut; a short name may have blanks of its own and stays whole.
  const isLong = write === nameOf && words.join(', ').length > longest;
  return {
    text: toBriefList(
      isLong ? units.map(({ name, shortcut }) => (name ? name.replace(/.* /, '') : shortcut)) : words,
      longest,
    ),
    code: toBriefList(codesOf(units), longest),
    before: isChanged && was !== '' ? toBriefList(codesOf(former), longest) : null,
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
