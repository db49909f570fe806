/**
 * How many of some groups find no rail of their own, when each needs one of those that its bits name: all minus the largest
 * matching.
 * @param owners room for one number per rail, written over
 */
export function unmatched(masks: readonly number[], owners: Int8Array): number {
  owners.fill(-1);
  let taken = 0;
  let open = 0;
  let seen = 0;
  const place = (group: number): boolean => {
    const mask = masks[group] as number;
    const free = mask & ~taken;
    if (free !== 0) {
      const rail = 31 - Math.clz32(free & -free);
      taken |= 1 << rail;
      owners[rail] = group;
      return true;
    }
    for (let rest = mask & ~seen; rest !== 0; rest = mask & ~seen) {
      const rail = 31 - Math.clz32(rest & -rest);
      seen |= 1 << rail;
      if (place(owners[rail] as number)) {
        owners[rail] = group;
        return true;
      }
    }
    return false;
  };
  for (let group = 0; group < masks.length; group += 1) {
    seen = 0;
    if (!place(group)) open += 1;
  }
  return open;
}
