import { foldName } from './fold.ts';
import type { PlannedPerson, SchoolPerson } from './plan.ts';

/** When more than so many of a hundred known people come with another id, their office has numbered them anew. */
export const RENUMBERED_PERCENT = 5;

/** Somebody whom the school knows by another id of the same source. */
export interface Renumbered {
  /** Of the file. */
  readonly key: string;
  readonly user_id: number;
  /** It was decided already that they are the same. */
  readonly is_taken: boolean;
}

export interface Renumbering {
  /** How many people of the file the school knows by an id of its source, the former or the same. */
  readonly known: number;
  readonly people: readonly Renumbered[];
}

interface Born {
  readonly type: string;
  readonly lastname: string;
  readonly firstname: string;
  readonly birth_date: string | null;
}
const bornOf = ({ type, lastname, firstname, birth_date }: Born) =>
  birth_date === null ? null : `${type}|${foldName(lastname)}|${foldName(firstname)}|${birth_date}`;

/** Those of whom there is one alone of this name and birth date. */
function uniqueByBorn<T extends Born>(people: Iterable<T>): Map<string, T> {
  const found = new Map<string, T>();
  const several = new Set<string>();
  for (const person of people) {
    const key = bornOf(person);
    if (key === null) continue;
    if (found.has(key)) several.add(key);
    found.set(key, person);
  }
  for (const key of several) found.delete(key);
  return found;
}

/**
 * Who of a plan is somebody at the school for certain, by name and birth date that nobody shares on either side, and has
 * another id of this source there. Such people are ambiguous until somebody has decided. Null: no more than usual.
 * `school` is without the accounts that are left out. Pure.
 */
export function findRenumbered(lines: readonly PlannedPerson[], school: readonly SchoolPerson[]): Renumbering | null {
  const byId = new Map(school.map((person) => [person.id, person]));
  const there = uniqueByBorn(school);
  const here = uniqueByBorn(lines.flatMap(({ person }) => person ?? []));
  const known = new Set<number>();
  const people: Renumbered[] = [];
  for (const { kind, person, user_id, matched_by, candidates } of lines) {
    if (person === null || person.external_id === null) continue;
    const account = user_id === null ? undefined : byId.get(user_id);
    if (account && account.external_id !== null) known.add(account.id);
    const born = bornOf(person);
    if (born === null || here.get(born) !== person) continue;
    const other = there.get(born);
    if (!other || other.external_id === null || other.external_id === person.external_id) continue;
    const is_taken = matched_by === 'decision' && user_id === other.id;
    // Others who may be meant, as a twin or who had this id before, do not count against name and birth date.
    const isWaiting =
      kind === 'ambiguous' && candidates.some(({ id, reason }) => id === other.id && reason === 'other_id');
    if (!is_taken && !isWaiting) continue;
    known.add(other.id);
    people.push({ key: person.key, user_id: other.id, is_taken });
  }
  if (people.length * 100 <= known.size * RENUMBERED_PERCENT) return null;
  return { known: known.size, people: people.toSorted((one, other) => one.user_id - other.user_id) };
}
