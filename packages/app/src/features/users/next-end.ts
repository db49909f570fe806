/** What ends first for somebody, and when: their own account, or the whole school with it. Null: nothing does. */
export function nextEnd(expire_at: string | null, school_ends_at: string | null) {
  const ends = [
    { of: 'account' as const, at: expire_at },
    { of: 'school' as const, at: school_ends_at },
  ].flatMap(({ of, at }) => (at === null ? [] : [{ of, at }]));
  return ends.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0] ?? null;
}
