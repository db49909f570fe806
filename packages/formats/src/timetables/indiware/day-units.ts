import type { DayColumn, DayEntry, Unit } from './day-entries.ts';
import type { TextLesson } from './texts.ts';

/** A unit with the id of its lesson and all classes that attend it. */
export interface KnownUnit extends Unit {
  id: string;
  grades: string[];
}

/** The taught units of a whole day plan. */
export interface UnitIndex {
  /** The unit of an entry's number in its column; made from the entry where the column does not list it. */
  find(column: DayColumn, entry: DayEntry): KnownUnit | null;
  /** The unit in the columns with this subject or course; null when there is none or more than one. */
  guess(columns: readonly DayColumn[], lesson: TextLesson): KnownUnit | null;
  /** Is this the subject or course of a unit? Then texts may refer to it. */
  isSubject(name: string): boolean;
}

const signatureOf = (unit: Unit) => `${unit.subject}~${unit.teachers.join('~')}`;

/** Numbers are unique in a plan; should two units share one, subject and teachers distinguish them. */
export function indexUnits(columns: readonly DayColumn[], isClassPlan: boolean): UnitIndex {
  const signatures = new Map<string, Set<string>>();
  const grades = new Map<string, Set<string>>();
  const subjects = new Set<string>();
  for (const column of columns) {
    for (const unit of column.units) {
      const known = signatures.get(unit.number);
      if (known) known.add(signatureOf(unit));
      else signatures.set(unit.number, new Set([signatureOf(unit)]));
      subjects.add(unit.subject);
      if (unit.course !== null) subjects.add(unit.course);
    }
  }
  const idOf = (unit: Unit) =>
    (signatures.get(unit.number)?.size ?? 0) > 1 ? `${unit.number}/${signatureOf(unit)}` : unit.number;
  const addGrades = (id: string, codes: readonly string[]) => {
    const known = grades.get(id);
    if (known) for (const code of codes) known.add(code);
    else grades.set(id, new Set(codes));
  };
  for (const column of isClassPlan ? columns : []) {
    for (const unit of column.units) addGrades(idOf(unit), [column.code]);
  }
  const toKnown = (unit: Unit, id = idOf(unit)): KnownUnit => ({ ...unit, id, grades: [...(grades.get(id) ?? [])] });

  return {
    find(column, entry) {
      if (entry.number === null) return null;
      const listed = column.units.find((unit) => unit.number === entry.number);
      const unit = listed ?? {
        number: entry.number,
        teachers: entry.has_new_teachers ? [] : entry.teachers,
        subject: entry.course ?? entry.subject ?? '',
        course: null,
      };
      const id = idOf(unit);
      addGrades(id, entry.grades);
      return toKnown(unit, id);
    },
    guess(among, lesson) {
      const found = among.flatMap((column) =>
        column.units.filter((unit) => unit.subject === lesson.subject || unit.course === lesson.subject),
      );
      return new Set(found.map(idOf)).size === 1 ? toKnown(found[0]!) : null;
    },
    isSubject: (name) => subjects.has(name),
  };
}
