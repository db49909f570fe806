import { type KeyboardEvent, useRef, useState } from 'react';
import { type Chosen, extendRange, rowAfter } from './table-keys.ts';

interface TableKeys {
  /** Ids of all rows, in their order. */
  ids: readonly string[];
  chosen: Chosen;
  /** Absent: nothing can be chosen. */
  onChosen: ((chosen: Chosen) => void) | undefined;
}

/** Rows that a key moves by when a page is turned. */
const PAGE = 10;

/** A table is one stop of the tab key: arrows go from row to row, Space chooses, Shift chooses all between, Enter opens. */
export function useTableKeys(table: TableKeys) {
  // Rows keep the function that they were drawn with: it looks at what holds when it is called.
  const latest = useRef(table);
  latest.current = table;
  const { ids, chosen, onChosen } = table;
  const [active, setActive] = useState(0);
  const [isMoved, setMoved] = useState(false);
  const anchor = useRef(0);
  const focused = useRef(0);
  const at = Math.min(active, Math.max(0, ids.length - 1));

  const choose = (index: number, isRange: boolean) => {
    const { ids, chosen, onChosen } = latest.current;
    const id = ids[index];
    if (!onChosen || id === undefined) return;
    if (isRange) onChosen(extendRange(chosen, ids, { anchor: anchor.current, from: anchor.current, to: index }));
    else {
      anchor.current = index;
      const { [id]: isChosen, ...others } = chosen;
      onChosen(isChosen ? others : { ...chosen, [id]: true });
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target;
    const isRow = row instanceof HTMLElement && 'row' in row.dataset;
    if (!isRow || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') return row.querySelector<HTMLElement>('a, [data-opens]')?.click();
    if (event.key === ' ' && onChosen) {
      event.preventDefault();
      return choose(at, event.shiftKey);
    }
    if (event.key === 'Escape' && onChosen && Object.keys(chosen).length > 0) {
      event.stopPropagation();
      return onChosen({});
    }
    const to = rowAfter(event.key, at, ids.length, PAGE);
    if (to === null) return;
    event.preventDefault();
    if (!event.shiftKey) anchor.current = to;
    else onChosen?.(extendRange(chosen, ids, { anchor: anchor.current, from: at, to }));
    focused.current = to;
    setMoved(true);
    setActive(to);
  };
  /** A range begins where the focus came in; a box that is pressed with Shift ends one that began elsewhere. */
  const onFocus = (index: number, isRow: boolean) => {
    if (isRow && index !== focused.current) anchor.current = index;
    focused.current = index;
    setMoved(false);
    setActive(index);
  };
  return { active: at, isMoved, onFocus, choose, onKeyDown };
}
