import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

/**
 * What belongs to no school: schools themselves, counters of hashed keys, questions to who is not known yet, keys of a service that
 * knows no people, messages to everybody, what was asked for without an answer, the numbers of invoices, what all processes have in common,
 * stored contents that are nobody's yet.
 */
const SHARED = new Set([
  'schools',
  'sign_in_failures',
  'passkey_challenges',
  'two_factor_keys',
  'outbox',
  'kreide_migrations',
  'installation',
  'announcements',
  'faq_misses',
  'invoice_numbers',
  'unowned_contents',
  // Of schools that are gone.
  'kept_invoices',
]);

it('the tables of the database carry school_id first in their key [D-4.06]', async () => {
  await using test = await createTestDatabase();
  const { rows: tables } = await test.database.pool.query<{ name: string; first: string | null }>(
    `select c.relname as name,
       (select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = c.oid and i.indisprimary) as first
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const wrong = tables.filter(({ name, first }) => first !== 'school_id' && !SHARED.has(name));
  expect(tables.length).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
});
