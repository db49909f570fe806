import type { InfiniteData } from '@tanstack/react-query';

/**
 * The pages with those of the items found now that they do not have yet, as a page of its own above the others, which
 * change in nothing (C-4.47); null where nothing found is known, so that something may lie between.
 */
export function withNewItems<T, Param>(
  former: InfiniteData<readonly T[], Param>,
  found: readonly T[],
  param: Param,
  idOf: (item: T) => string | number,
): InfiniteData<readonly T[], Param> | null {
  const known = new Set(former.pages.flat().map(idOf));
  const added = found.filter((item) => !known.has(idOf(item)));
  if (added.length === 0) return former;
  if (added.length === found.length && known.size > 0) return null;
  return { pages: [added, ...former.pages], pageParams: [param, ...former.pageParams] };
}
