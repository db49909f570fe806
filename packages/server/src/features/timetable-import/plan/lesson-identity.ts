import type { Steps } from '../../../kernel/process/slices.ts';
import { type Candidate, contentOf, peopleOf, slotOf } from './lesson-keys.ts';
import type { Resolution } from './resolution.ts';
import { keyOf, type LessonRow } from './state.ts';

/**
 * Gives every candidate its identity. A lesson is recognised by the source's key; a moved lesson by the source's
 * lesson; a lesson of another source (or with other ids) by people, subject and slot. New ones get a negative id. `old`
 * are the rows in force that may be continued, `current` the candidates that those of this source would be today.
 */
export function* identify(
  candidates: readonly Candidate[],
  old: readonly LessonRow[],
  current: readonly Candidate[],
  { state, source }: Resolution,
): Steps<LessonRow[]> {
  const rows: LessonRow[] = [];
  const taken = new Set<number>();
  const give = ({ row }: Candidate, lesson_id: number) => {
    taken.add(lesson_id);
    rows.push({ ...row, lesson_id });
  };
  // Rows in force name their lesson of the source; earlier ones are stored by key.
  const ids = new Map(current.map(({ key, row }) => [key, row.lesson_id]));
  const changed = candidates.filter((candidate) => {
    const known = ids.get(candidate.key) ?? state.keys.get(keyOf('lesson', candidate.key));
    if (known === undefined || taken.has(known)) return true;
    give(candidate, known);
    return false;
  });
  yield;
  const pair = (open: readonly Candidate[], among: readonly LessonRow[], signature: (row: LessonRow) => string) => {
    const free = among.filter((row) => !taken.has(row.lesson_id));
    return pairBy(signature, open, free, give);
  };
  const own = old.filter((row) => row.source === source);
  const unknown = pair(changed, own, (row) => row.external_lesson);
  yield;
  const moved = pair(unknown, old, contentOf);
  yield;
  const fresh = pair(moved, old, peopleOf);
  yield;
  for (const [index, candidate] of fresh.entries()) give(candidate, -1 - index);
  return rows;
}

/**
 * Pairs candidates with rows of the same signature, in order of their slots; returns unpaired ones. Empty signatures
 * never match.
 */
function pairBy(
  signature: (row: LessonRow) => string,
  open: readonly Candidate[],
  rows: readonly LessonRow[],
  give: (candidate: Candidate, id: number) => void,
): Candidate[] {
  const waiting = Map.groupBy(rows, signature);
  waiting.delete('');
  if (waiting.size === 0) return [...open];
  const order = (a: LessonRow, b: LessonRow) => (slotOf(a) < slotOf(b) ? -1 : 1);
  for (const list of waiting.values()) list.sort(order);
  return [...open]
    .sort((a, b) => order(a.row, b.row))
    .filter((candidate) => {
      const row = waiting.get(signature(candidate.row))?.shift();
      if (row) give(candidate, row.lesson_id);
      return row === undefined;
    });
}
