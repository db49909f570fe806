import { expect, it } from 'vitest';
import { parseTableViews, TABLE_VIEWS_MAXIMUM, type TableView, toViewQuery, withTableView } from './table-views.ts';

const view = (name: string, query = 'state=new'): TableView => ({ table: 'leads', name, query });

it('views of tables outlast being written, and what is none is left out', () => {
  const views = [view('Neue'), view('Alte', 'state=lost')];
  expect(parseTableViews(JSON.stringify(views))).toEqual(views);
  expect(parseTableViews(undefined)).toEqual([]);
  expect(parseTableViews('{')).toEqual([]);
  expect(parseTableViews('{"0":1}')).toEqual([]);
  const wrong = [{ ...view('x'), table: 'people' }, view(''), { name: 'x' }, null, view('x', 'a'.repeat(201))];
  expect(parseTableViews(JSON.stringify([...wrong, view('Neue')]))).toEqual([view('Neue')]);
});

it('a view of the same name takes the place of the former one, that of another table does not, and their number is limited', () => {
  const deliveries: TableView = { table: 'deliveries', name: 'Neue', query: 'state=new' };
  expect(withTableView([view('Neue'), deliveries], view('Neue', 'state=lost'))).toEqual([
    deliveries,
    view('Neue', 'state=lost'),
  ]);
  const full = Array.from({ length: TABLE_VIEWS_MAXIMUM }, (_, at) => view(`${at}`));
  expect(withTableView(full, view('mehr'))).toBeNull();
  expect(withTableView(full, view('0', 'state=lost'))).toHaveLength(TABLE_VIEWS_MAXIMUM);
  expect(withTableView([], view('lang', 'a'.repeat(201)))).toBeNull();
});

it('the same filters are the same query, whatever else stands in the address', () => {
  const names = ['state', 'search'];
  expect(toViewQuery(new URLSearchParams('state=new&search=a%20b&page=2'), names)).toBe('search=a+b&state=new');
  expect(toViewQuery(new URLSearchParams('search=a+b&state=new'), names)).toBe('search=a+b&state=new');
  expect(toViewQuery(new URLSearchParams('state='), names)).toBe('');
});
