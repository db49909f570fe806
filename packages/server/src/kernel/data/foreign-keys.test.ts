import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';

it('each foreign key has an index that begins with its columns, so that removing the row it refers to needs no scan [D-1.07]', async () => {
  await using test = await createTestDatabase();
  const { rows } = await test.database.pool.query<{ place: string }>(
    `select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.place) || ')' as place
       from pg_constraint c
       join pg_namespace n on n.oid = c.connamespace and n.nspname = 'public'
      cross join unnest(c.conkey) with ordinality k (attnum, place)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      where c.contype = 'f'
        and not exists (
          select from pg_index i
           where i.indrelid = c.conrelid and i.indisvalid
             -- Fewer columns are enough where they name one row.
             and (i.indkey::int2[] @> c.conkey or i.indisunique)
             and (select array_agg(p.attnum) from unnest(i.indkey::int2[]) with ordinality p (attnum, place)
                   where p.place <= cardinality(c.conkey)) <@ c.conkey
             -- Part of the table is enough where the rest refers to nothing.
             and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = any (
                   select '(' || quote_ident(l.attname) || ' IS NOT NULL)'
                     from pg_attribute l where l.attrelid = c.conrelid and l.attnum = any (c.conkey))))
      group by c.oid, c.conrelid
      order by place`,
  );
  expect(rows.map(({ place }) => place)).toEqual([]);
});
