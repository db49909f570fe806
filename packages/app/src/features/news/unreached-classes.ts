import type { UnreachedList, UnreachedReader } from '@kreide/core/features/news';

/** The people of one class, with those of their children who are in it; without a name: people without a child here. */
export interface UnreachedClass {
  readonly grade: string | null;
  readonly rows: readonly { readonly person: UnreachedReader; readonly pupils: readonly string[] }[];
}

/** The list by classes, 5a before 10a; a family with children in two is in both, so that each class has all of its own. */
export function toClasses(people: UnreachedList['people'], language: string): UnreachedClass[] {
  const rows = people.flatMap((person) => {
    const grades = new Set(person.pupils.map(({ grade }) => grade));
    if (grades.size === 0) grades.add(null);
    return [...grades].map((grade) => ({
      grade,
      person,
      pupils: person.pupils.filter((pupil) => pupil.grade === grade).map(({ displayname }) => displayname),
    }));
  });
  const compare = new Intl.Collator(language, { numeric: true }).compare;
  return [...Map.groupBy(rows, ({ grade }) => grade)]
    .map(([grade, found]) => ({ grade, rows: found.map(({ person, pupils }) => ({ person, pupils })) }))
    .toSorted((one, other) =>
      one.grade === null || other.grade === null
        ? Number(one.grade === null) - Number(other.grade === null)
        : compare(one.grade, other.grade),
    );
}
