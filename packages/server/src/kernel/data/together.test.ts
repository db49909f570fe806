import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { CommittedAnswer } from '../http/answers.ts';
import type { Joining } from '../http/context.ts';
import type { OutboxRow } from '../realtime/outbox.ts';
import { createGroups } from './together.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.kysely.deleteFrom('outbox').execute();
});

const delivered: OutboxRow[] = [];
const joining: Joining = {
  keyed: null,
  now: new Date('2026-11-18T09:10:00Z'),
  toText: (result) => JSON.stringify(result),
  deliver: (rows) => void delivered.push(...rows),
};

/** Groups of numbers: each is written as an event, one of them never is, one is refused, and one is no matter for a group. */
function createNumbers(hold: () => Promise<unknown> = async () => {}) {
  const groups: number[][] = [];
  const join = createGroups<number>(test.database.kysely, {
    hold,
    write: async (_, items) => {
      groups.push([...items]);
      if (items.includes(13)) throw new Error('thirteen');
      const written = items.filter((item) => item < 100);
      const event = { school_id: null, event: 'test.number', audience: ['school:1'], payload: written, is_many: true };
      return {
        outcomes: items.map((item) => {
          if (item === 100) return { refused: new Error('a hundred') };
          return item > 100 ? 'alone' : { answer: { item } };
        }),
        events: written.length > 0 ? [event] : [],
      };
    },
  });
  return { groups, join: (item: number) => join('same', joining, item) };
}

async function stored(): Promise<unknown[]> {
  const rows = await test.database.kysely.selectFrom('outbox').select('payload').orderBy('id').execute();
  return rows.map(({ payload }) => payload);
}

it('those that wait are one transaction, in their order, and those that come later are the next', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { groups, join } = createNumbers(() => held);
  delivered.length = 0;
  const answers = [1, 2, 3].map(join);
  expect(await Promise.race([Promise.any(answers), test.database.pool.query('select 1').then(() => 'none')])).toBe(
    'none',
  );
  release();
  expect(await Promise.all(answers)).toEqual([1, 2, 3].map((item) => new CommittedAnswer(JSON.stringify({ item }))));
  expect(await join(4)).toEqual(new CommittedAnswer('{"item":4}'));
  expect(groups).toEqual([[1, 2, 3], [4]]);
  expect(await stored()).toEqual([[1, 2, 3], [4]]);
  expect(delivered.map(({ payload, id }) => [payload, id > 0])).toEqual([
    [[1, 2, 3], true],
    [[4], true],
  ]);
});

it('one that cannot be written is the failure of itself alone', async () => {
  const { groups, join } = createNumbers();
  const answers = await Promise.allSettled([1, 13, 100, 101, 2].map(join));
  expect(answers).toEqual([
    { status: 'fulfilled', value: new CommittedAnswer('{"item":1}') },
    { status: 'rejected', reason: new Error('thirteen') },
    { status: 'rejected', reason: new Error('a hundred') },
    { status: 'fulfilled', value: null },
    { status: 'fulfilled', value: new CommittedAnswer('{"item":2}') },
  ]);
  expect(groups[0]).toEqual([1, 13, 100, 101, 2]);
  expect(await stored()).toEqual([[1], [2]]);
});

it('a lock that nobody gets is told to all who wait for it, and the next try it anew', async () => {
  let isAway = true;
  const { groups, join } = createNumbers(async () => {
    if (isAway) throw new Error('away');
  });
  const answers = await Promise.allSettled([1, 2].map(join));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await join(3)).toEqual(new CommittedAnswer('{"item":3}'));
  expect(groups).toEqual([[3]]);
  expect(await stored()).toEqual([[3]]);
});
