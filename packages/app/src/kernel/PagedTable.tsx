import { type ComponentProps, Suspense } from 'react';
import { Table } from '../ui/table/Table.tsx';
import { ListEnd, type MorePages } from './ListEnd.tsx';
import { Loaded } from './Loaded.tsx';

type PagedTableProps<T extends object> = Omit<ComponentProps<typeof Loaded<readonly T[]>>, 'query' | 'children'> &
  Omit<ComponentProps<typeof Table<T>>, 'rows'> & {
    query: ComponentProps<typeof Loaded<readonly T[]>>['query'] & MorePages;
  };

/** A table read page by page: the next page comes when its end is reached. */
export function PagedTable<T extends object>(props: PagedTableProps<T>) {
  const { query, skeleton, errorTitle, headingLevel, empty, ...table } = props;
  return (
    <Loaded
      query={query}
      skeleton={skeleton}
      errorTitle={errorTitle}
      {...(headingLevel && { headingLevel })}
      empty={empty}
    >
      {(rows) => (
        <div>
          <Table {...table} rows={rows} />
          {query.hasNextPage && (
            <Suspense>
              <ListEnd key={rows.length} query={query} skeleton={skeleton} errorTitle={errorTitle} />
            </Suspense>
          )}
        </div>
      )}
    </Loaded>
  );
}
