import type { ReactNode } from 'react';

/** What a table says of each of its rows in one place. */
export interface Column<T> {
  key: string;
  name: string;
  cell: (row: T) => ReactNode;
  /** Its share of the width, as a track of a grid. */
  width: string;
  /** Can the list be ordered by it? By the server: a table shows rows as it gets them. */
  isOrdered?: boolean;
  /** Its place on the card of a phone: the title, the end of that line, the line below, its upper corner, or nowhere. */
  card: 'title' | 'end' | 'below' | 'corner' | 'none';
}
