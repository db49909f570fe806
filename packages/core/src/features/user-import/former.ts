import type { SchoolPerson } from './plan.ts';
import type { ImportPerson } from './records.ts';

type Known = Pick<SchoolPerson, 'id' | 'type' | 'external_id'>;
type Former = { readonly key: string; readonly user_id: number };

/**
 * Rows of people whose two accounts became one: a row with the former key is one with the key of today, and where the list
 * has both, they are one row, with the children of both. Pure; the same where nobody has a former key.
 */
export function joinFormer(
  people: readonly ImportPerson[],
  school: readonly Known[],
  former: readonly Former[],
): readonly ImportPerson[] {
  const byId = new Map(school.map((person) => [person.id, person]));
  const today = new Map(
    former.flatMap(({ key, user_id }) => {
      const known = byId.get(user_id);
      return known && known.external_id !== null && known.external_id !== key
        ? [[`${known.type}|${key}` as string, known.external_id] as const]
        : [];
    }),
  );
  if (today.size === 0) return people;
  const nameOf = ({ type, external_id }: Pick<ImportPerson, 'type' | 'external_id'>): string =>
    `${type}|${external_id}`;
  const renamed = people.map((person) => ({ ...person, external_id: today.get(nameOf(person)) ?? person.external_id }));
  const meant = new Set(
    people.flatMap((person) => {
      const key = today.get(nameOf(person));
      return key === undefined ? [] : [`${person.type}|${key}`];
    }),
  );
  const first = new Map<string, ImportPerson>();
  // The row with the key of today says what is so now.
  for (const [index, person] of renamed.entries())
    if (people[index]?.external_id === person.external_id && !first.has(nameOf(person)))
      first.set(nameOf(person), person);
  const others = new Map<string, ImportPerson[]>();
  const kept = renamed.filter((person) => {
    const name = nameOf(person);
    const one = first.get(name);
    if (!meant.has(name) || one === person) return true;
    if (one) others.set(name, [...(others.get(name) ?? []), person]);
    else first.set(name, person);
    return one === undefined;
  });
  const keyOf = new Map(
    [...others].flatMap(([name, list]) => list.map(({ key }) => [key, first.get(name)?.key ?? key] as const)),
  );
  return kept.map((person) => {
    const all = [person, ...(others.get(nameOf(person)) ?? [])];
    const children = all
      .flatMap((each) => each.children)
      .map((child) => ({ ...child, key: keyOf.get(child.key) ?? child.key }));
    return {
      ...person,
      places: all.flatMap(({ places }) => places),
      children: [...new Map(children.map((child) => [child.key, child])).values()],
      absent_children: all.flatMap(({ absent_children }) => absent_children),
    };
  });
}
