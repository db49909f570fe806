import { describe, expect, it } from 'vitest';
import { withNewItems } from './new-items.ts';

const toRows = (...ids: number[]) => ids.map((id) => ({ id }));

describe('a list that looks for new items', () => {
  const idOf = ({ id }: { id: number }) => id;
  const known = { pages: [toRows(5, 4, 3), toRows(2, 1)], pageParams: [1, 2] };

  it('gets those that it does not have, above the others, and changes nothing else [C-4.47]', () => {
    const kept = { ...known, pages: known.pages.map((page) => page.map((item) => ({ ...item, read: true }))) };
    const next = withNewItems(kept, toRows(7, 6, 5, 4), 1, idOf);
    expect(next).toEqual({ pages: [toRows(7, 6), ...kept.pages], pageParams: [1, 1, 2] });
    expect(next?.pages[1]).toBe(kept.pages[0]);
  });

  it('stays the same object when nothing is new, and has to be read again when nothing found is known', () => {
    expect(withNewItems(known, toRows(5, 4, 3), 1, idOf)).toBe(known);
    expect(withNewItems(known, toRows(9, 8, 7), 1, idOf)).toBeNull();
    expect(withNewItems({ pages: [[]], pageParams: [1] }, toRows(2, 1), 1, idOf)?.pages).toEqual([toRows(2, 1), []]);
  });
});
