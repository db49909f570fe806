import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** From a button to that of the next cell with one in the direction of an arrow key; the way to a place before a lesson. */
export function goOn(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  if (!step || !cell) return;
  event.preventDefault();
  const { rows } = event.currentTarget;
  let row = (cell.parentElement as HTMLTableRowElement).rowIndex + step[0];
  let column = cell.cellIndex + step[1];
  while (rows[row]?.cells[column]) {
    const next = rows[row]?.cells[column]?.querySelector<HTMLElement>('[data-place], button');
    if (next) {
      next.focus();
      return;
    }
    row += step[0];
    column += step[1];
  }
}
