import type { Classbook, ClassbookEntity, ClassbookQuery } from '@kreide/core/features/classbook';
import { createContext, useContext } from 'react';
import type { Place } from './tabs.ts';

/** What the lists of a class book share: the book, what it is asked for, and the query of the address. */
export interface BookContext {
  book: Classbook;
  place: Place;
  asked: ClassbookQuery;
  /** Of the absences: those that the school knows of, and not lessons missed. */
  isReported: boolean;
  /** As the server takes it. */
  unit: { entity: ClassbookEntity; entity_id: string };
}
export const BookParts = createContext<BookContext | null>(null);

export function useBookContext(): BookContext {
  const parts = useContext(BookParts);
  if (!parts) throw new Error('A list of a class book stands in its screen');
  return parts;
}
