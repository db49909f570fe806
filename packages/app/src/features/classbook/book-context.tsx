import type { Classbook, ClassbookEntity, ClassbookQuery } from '@kreide/core/features/classbook';
import { createContext, useContext } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import type { Place } from './tabs.ts';

/** What the lists of a class book share: the book, what it is asked for, and the query of the address. */
export interface BookContext {
  book: Classbook;
  place: Place;
  asked: ClassbookQuery;
  /** As the server takes it. */
  unit: { entity: ClassbookEntity; entity_id: string };
}
export const BookParts = createContext<BookContext | null>(null);

export function useBookContext(): BookContext {
  const parts = useContext(BookParts);
  if (!parts) throw new Error('A list of a class book stands in its screen');
  return parts;
}

/** A list without anything in it. */
export function EmptyList() {
  const { t } = useTranslation('classbook');
  return <EmptyState icon="list" title={t('list.emptyTitle')} text={t('list.emptyText')} headingLevel={3} />;
}
