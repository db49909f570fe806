import { foldName } from './fold.ts';
import type { SchoolPerson } from './plan.ts';

type Compared = Pick<SchoolPerson, 'id' | 'type' | 'is_archived' | 'lastname' | 'firstname' | 'birth_date'>;

/**
 * Accounts of a school that may be one person's: the same kind and name, and no two birth dates that contradict each other.
 * Archived ones are no doubles. Pure; sorted by name.
 */
export function findDuplicates<Person extends Compared>(school: readonly Person[]): Person[][] {
  const byName = Map.groupBy(
    school.filter(({ is_archived }) => !is_archived),
    ({ type, lastname, firstname }) => `${foldName(lastname)}|${foldName(firstname)}|${type}`,
  );
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, people]) => apart(people))
    .filter((people) => people.length > 1);
}

/** Namesakes with different birth dates are different people; who has none may be any of them. */
function apart<Person extends Compared>(people: readonly Person[]): Person[][] {
  const known = new Set(people.flatMap(({ birth_date }) => birth_date ?? []));
  if (known.size < 2) return [[...people]];
  const undated = people.filter(({ birth_date }) => birth_date === null);
  return undated.length > 0
    ? [[...people]]
    : [...known].toSorted().map((date) => people.filter(({ birth_date }) => birth_date === date));
}
