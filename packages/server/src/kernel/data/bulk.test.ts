import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';
import { buildSchool } from '../../../../../tests/support/people.ts';
import { insertRows } from './bulk.ts';

it('rows of several statements are all there or none, whichever statement fails, and whether it is built or carried out', async () => {
  const test = await createTestDatabase();
  const { kysely } = test.database;
  const { id: school_id } = await buildSchool(kysely, 'amsel');
  const ids = Array.from({ length: 4001 }, (_, index): { id: unknown } => ({ id: index + 1 }));
  const write = async (rows: { id: unknown }[]): Promise<number | string> => {
    await kysely.deleteFrom('lesson_identities').execute();
    const written = kysely
      .transaction()
      .execute((trx) => insertRows(trx, 'lesson_identities', { id: 'bigint' }, rows, { school_id }));
    const failure = await written.then(
      () => null,
      (error: Error) => error.message,
    );
    const { rowCount } = await test.database.pool.query('select 1 from lesson_identities');
    return failure === null ? (rowCount ?? 0) : `${rowCount}: ${failure.slice(0, 9)}`;
  };
  const unwritable = {
    toString() {
      throw new Error('not to write');
    },
  };
  expect(await write([])).toBe(0);
  expect(await write(ids)).toBe(4001);
  expect(await write(ids.with(1, { id: 1 }))).toBe('0: duplicate');
  expect(await write(ids.with(4000, { id: 1 }))).toBe('0: duplicate');
  expect(await write(ids.with(2000, { id: unwritable }))).toBe('0: not to wr');
  // Both at once: the failure that nobody waits for any more must not end the process.
  expect(await write(ids.with(1, { id: 1 }).with(2000, { id: unwritable }))).toBe('0: not to wr');
  await test.drop();
});
