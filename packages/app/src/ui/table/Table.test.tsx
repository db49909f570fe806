import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { Table } from './Table.tsx';

const columns: readonly Column<{ id: string }>[] = [
  { key: 'name', name: 'Name', width: '1fr', isOrdered: true, card: 'title', cell: ({ id }) => id },
  { key: 'role', name: 'Role', width: '1fr', isOrdered: true, card: 'below', cell: () => 'Pupil' },
  { key: 'state', name: 'State', width: '1fr', card: 'end', cell: () => 'Active' },
];
const draw = (order: string, total?: number) =>
  renderToStaticMarkup(
    <Table
      label="People"
      rows={[{ id: 'b' }, { id: 'a' }]}
      idOf={({ id }) => id}
      columns={columns}
      order={order}
      total={total}
    />,
  );

it('says which column orders it and how, which ones could, and how many rows there are on all pages', () => {
  const headOf = (html: string) => [...html.matchAll(/<th scope="col"(?: aria-sort="(\w+)")?[^>]*>(<button)?/g)];
  expect(headOf(draw('-name', 5_000)).map(([, sort, button]) => [sort, button !== undefined])).toEqual([
    ['descending', true],
    [undefined, true],
    [undefined, false],
  ]);
  expect(headOf(draw('role')).map(([, sort]) => sort)).toEqual([undefined, 'ascending', undefined]);
  expect(draw('name', 5_000)).toContain('aria-rowcount="5001"');
  expect(draw('name')).toContain('aria-rowcount="-1"');
});
