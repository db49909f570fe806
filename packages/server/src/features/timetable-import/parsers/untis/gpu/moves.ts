import type { SubstitutionRow } from './substitution-rows.ts';

const isDeparture = (row: SubstitutionRow) => row.meaning === 'moved_away' || row.letter === 'W';
const bySlot = (a: SubstitutionRow, b: SubstitutionRow) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : Number(a.hour) - Number(b.hour);
const isSameList = (a: readonly string[], b: readonly string[]) => [...a].sort().join('~') === [...b].sort().join('~');

/** Ways in which two rows name the same lesson, the surest first (import-formats.md §2.6: a move carries no explicit link). */
const MATCHES: ((arrival: SubstitutionRow, departure: SubstitutionRow) => boolean)[] = [
  // The number of an arrival may be that of the lesson which it replaces, and in a swap it always is.
  (arrival, departure) => arrival.letter !== 'W' && arrival.number !== '0' && arrival.number === departure.number,
  (arrival, departure) =>
    isSameLesson(arrival, departure) && (arrival.new_teacher || arrival.teacher) === departure.teacher,
  (arrival, departure) => arrival.letter !== 'W' && isSameLesson(arrival, departure),
];

function isSameLesson(arrival: SubstitutionRow, departure: SubstitutionRow): boolean {
  const grades = arrival.new_grades.length > 0 ? arrival.new_grades : arrival.grades;
  return (arrival.new_subject || arrival.subject) === departure.subject && isSameList(grades, departure.grades);
}

/**
 * The two ends of every move in the file: from the row to the row at the other end. Double lessons pair in the order of
 * their slots; in a swap each row is departure and arrival. Rows that are not in the map have no other end in the file.
 */
export function pairMoves(rows: readonly SubstitutionRow[]): {
  /** From an arrival to the row where its lesson leaves. */
  origins: Map<SubstitutionRow, SubstitutionRow>;
  /** From a departure to the row where its lesson arrives. */
  targets: Map<SubstitutionRow, SubstitutionRow>;
} {
  const arrivals = rows.filter((row) => row.meaning === 'arrival').sort(bySlot);
  const departures = rows.filter(isDeparture).sort(bySlot);
  const origins = new Map<SubstitutionRow, SubstitutionRow>();
  const targets = new Map<SubstitutionRow, SubstitutionRow>();
  for (const isMatch of MATCHES) {
    for (const arrival of arrivals) {
      if (origins.has(arrival)) continue;
      const departure = departures.find(
        (row) =>
          !targets.has(row) &&
          (row.letter === 'W') === (arrival.letter === 'W') &&
          bySlot(row, arrival) !== 0 &&
          isMatch(arrival, row),
      );
      if (!departure) continue;
      origins.set(arrival, departure);
      targets.set(departure, arrival);
    }
  }
  return { origins, targets };
}
