/** The meaning of a row of GPU014, before moves are paired. */
export type Meaning =
  | 'cancelled'
  | 'moved_away'
  | 'arrival'
  | 'supervision'
  | 'exam'
  | 'additional'
  | 'released'
  | 'room'
  | 'changed';

/** The bits of field 18 that matter; bit n has the value 2ⁿ (docs/import-formats.md, GPU014). */
export const BITS = {
  cancelled: 1 << 0,
  special_duty: 1 << 2,
  moved_away: 1 << 3,
  released: 1 << 4,
  moved_here: 1 << 7,
  room: 1 << 16,
  supervision: 1 << 17,
  do_not_print: 1 << 20,
} as const;

/** The fields that determine the meaning of a row. */
export interface DecisionInput {
  /** Field 20, trimmed and in capitals; empty for an ordinary substitution. */
  letter: string;
  /** Field 18. */
  bits: number;
  /** Field 5; `0` = no lesson. */
  number: string;
  teacher: string;
  new_teacher: string;
  rooms: readonly string[];
  new_rooms: readonly string[];
}

/**
 * A supervision is never a lesson, whatever else its row says: nobody's lesson is cancelled or moved by it. For the others
 * in the order of docs/import-formats.md, GPU014. An exam is marked by its letter and stays one without a lesson
 * number. A swap (`W`) is an arrival: what leaves the slot is in the partner's row.
 */
export function decideMeaning(row: DecisionInput): Meaning {
  const has = (bit: number) => (row.bits & bit) !== 0;
  if (has(BITS.supervision) || row.letter === 'B') return 'supervision';
  const isLeaving = has(BITS.moved_away) || row.letter === 'T';
  if (has(BITS.cancelled) || row.letter === 'C') return isLeaving ? 'moved_away' : 'cancelled';
  if (has(BITS.moved_here) || row.letter === 'F' || row.letter === 'W') return 'arrival';
  if (isLeaving) return 'moved_away';
  if (row.letter === 'E') return 'exam';
  if (row.letter === 'A' || has(BITS.special_duty) || row.number === '0') return 'additional';
  if (row.letter === 'L' || has(BITS.released)) return 'released';
  const isSameTeacher = row.teacher !== '' && row.teacher === row.new_teacher;
  const isOtherRoom = row.new_rooms.length > 0 && row.new_rooms.join('~') !== row.rooms.join('~');
  if (row.letter === 'R' || has(BITS.room) || (isSameTeacher && isOtherRoom)) return 'room';
  return 'changed';
}
