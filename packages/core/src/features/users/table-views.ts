import * as z from 'zod/mini';

/** Tables whose filters somebody can keep as a view, besides the list of people. */
export const VIEWED_TABLES = ['audit', 'deliveries', 'leads'] as const;
export type ViewedTable = (typeof VIEWED_TABLES)[number];

/** Most views that somebody keeps of all these tables together. */
export const TABLE_VIEWS_MAXIMUM = 30;
/** Longest name of a view, characters. */
export const TABLE_VIEW_NAME_MAXIMUM = 60;
/** Longest query of a view, characters. */
export const TABLE_VIEW_QUERY_MAXIMUM = 200;
/** Longest text of all views, characters. */
export const TABLE_VIEWS_TEXT_MAXIMUM = 12_000;

const tableView = z.object({
  table: z.enum(VIEWED_TABLES),
  name: z.string().check(z.minLength(1), z.maxLength(TABLE_VIEW_NAME_MAXIMUM)),
  /** The filters, as they stand in the address. */
  query: z.string().check(z.maxLength(TABLE_VIEW_QUERY_MAXIMUM)),
});
export type TableView = z.output<typeof tableView>;

/** The views as they are kept with the account: in the order in which they were made. */
export function parseTableViews(text: string | undefined): TableView[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, TABLE_VIEWS_MAXIMUM).flatMap((one) => {
    const { data } = tableView.safeParse(one);
    return data ? [data] : [];
  });
}

/** With one more; of the same table and name it takes the place of the former one. Null: there is no room for it. */
export function withTableView(views: readonly TableView[], view: TableView): TableView[] | null {
  const rest = views.filter(({ table, name }) => table !== view.table || name !== view.name);
  return rest.length < TABLE_VIEWS_MAXIMUM && view.query.length <= TABLE_VIEW_QUERY_MAXIMUM ? [...rest, view] : null;
}

/** Two queries with the same filters are one, in whichever order they stand. */
export function toViewQuery(search: URLSearchParams, names: readonly string[]): string {
  const kept = names.toSorted().flatMap((name) => {
    const value = search.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });
  return new URLSearchParams(kept).toString();
}
