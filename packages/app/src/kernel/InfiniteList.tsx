import { type ComponentProps, type ReactNode, Suspense } from 'react';
import type { MorePages } from './ListEnd.tsx';
import { Loaded } from './Loaded.tsx';
import { late } from './late.ts';

/** Fetched when there is a second page. */
const ListEnd = late(async () => (await import('./ListEnd.tsx')).ListEnd);

interface InfiniteListProps<T> extends Omit<ComponentProps<typeof Loaded<readonly T[]>>, 'query' | 'children'> {
  query: ComponentProps<typeof Loaded<readonly T[]>>['query'] & MorePages;
  idOf: (item: T) => string | number;
  /** Class of the list. */
  className: string | undefined;
  /** Name of the list. */
  label?: string;
  /** Below the last item, when there is no other. */
  end?: ReactNode;
  children: (item: T) => ReactNode;
}

/**
 * A list read page by page: placeholders, then the items of the first page; the next one comes when its end is reached
 * (C-2.128, C-4.44). A first page that cannot be loaded says why and can be asked for again (C-4.46, C-4.50, C-8.07).
 */
export function InfiniteList<T>({ query, idOf, className, label, end, children, ...loaded }: InfiniteListProps<T>) {
  return (
    <Loaded query={query} {...loaded}>
      {(items) => (
        <>
          <ul className={className} aria-label={label}>
            {items.map((item) => (
              <li key={idOf(item)}>{children(item)}</li>
            ))}
          </ul>
          {query.hasNextPage ? (
            <Suspense>
              <ListEnd key={items.length} query={query} skeleton={loaded.skeleton} errorTitle={loaded.errorTitle} />
            </Suspense>
          ) : (
            end
          )}
        </>
      )}
    </Loaded>
  );
}
