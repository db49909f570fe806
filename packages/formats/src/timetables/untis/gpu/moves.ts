import type { SubstitutionRow } from './substitution-rows.ts';

const isSwap = (row: SubstitutionRow) => row.letter === 'W';
const isDeparture = (row: SubstitutionRow) => row.meaning === 'moved_away' || isSwap(row);
const bySlot = (a: SubstitutionRow, b: SubstitutionRow) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : Number(a.hour) - Number(b.hour);

/** One way to match two rows of the same lesson: equal keys match, null never does. */
interface Match {
  ofArrival(row: SubstitutionRow): string | null;
  ofDeparture(row: SubstitutionRow): string | null;
}

const keyOf = (row: SubstitutionRow, grades: readonly string[], ...parts: string[]) =>
  JSON.stringify([isSwap(row), [...grades].sort(), ...parts]);
const newGrades = (row: SubstitutionRow) => (row.new_grades.length > 0 ? row.new_grades : row.grades);
// The number of an arrival may be that of the lesson which it replaces; in a swap it always is.
const numberOf = (row: SubstitutionRow) => (isSwap(row) || row.number === '0' ? null : row.number);

/** The most certain first (a move has no explicit link: docs/import-formats.md, GPU014). */
const MATCHES: readonly Match[] = [
  { ofArrival: numberOf, ofDeparture: numberOf },
  {
    ofArrival: (row) => keyOf(row, newGrades(row), row.new_subject || row.subject, row.new_teacher || row.teacher),
    ofDeparture: (row) => keyOf(row, row.grades, row.subject, row.teacher),
  },
  {
    ofArrival: (row) => (isSwap(row) ? null : keyOf(row, newGrades(row), row.new_subject || row.subject)),
    ofDeparture: (row) => keyOf(row, row.grades, row.subject),
  },
];

function groupByKey(rows: readonly SubstitutionRow[], toKey: Match['ofDeparture']): Map<string, SubstitutionRow[]> {
  const groups = new Map<string, SubstitutionRow[]>();
  for (const row of rows) {
    const key = toKey(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/**
 * The two ends of every move in the file, as a map from row to row. Double lessons are paired in the order of their
 * slots; in a swap each row is departure and arrival. Rows that are not in the maps have no other end in the file.
 */
export function pairMoves(rows: readonly SubstitutionRow[]): {
  /** From an arrival to the row of its departure. */
  origins: Map<SubstitutionRow, SubstitutionRow>;
  /** From a departure to the row of its arrival. */
  targets: Map<SubstitutionRow, SubstitutionRow>;
} {
  const arrivals = rows.filter((row) => row.meaning === 'arrival').sort(bySlot);
  const departures = rows.filter(isDeparture).sort(bySlot);
  const origins = new Map<SubstitutionRow, SubstitutionRow>();
  const targets = new Map<SubstitutionRow, SubstitutionRow>();
  for (const match of MATCHES) {
    const open = departures.filter((row) => !targets.has(row));
    const groups = groupByKey(open, match.ofDeparture);
    for (const arrival of arrivals) {
      const group = origins.has(arrival) ? undefined : groups.get(match.ofArrival(arrival) ?? '');
      const at = group?.findIndex((row) => bySlot(row, arrival) !== 0) ?? -1;
      const departure = group?.[at];
      if (!group || !departure) continue;
      group.splice(at, 1);
      origins.set(arrival, departure);
      targets.set(departure, arrival);
    }
  }
  return { origins, targets };
}
