import type { ControlledTransaction, Kysely, Transaction } from 'kysely';
import { CommittedAnswer } from '../http/answers.ts';
import type { Joining } from '../http/context.ts';
import { storeAnswers } from '../http/idempotency.ts';
import { appendOutboxRows, type OutboxEvent } from '../realtime/outbox.ts';
import type { DB } from './database.generated.ts';

/** What became of one of the calls that were written together; alone: it cannot be written in a group. */
export type Outcome = { readonly answer: object } | { readonly refused: unknown } | 'alone';

/** The calls that were written together: what became of each, in their order, and what to tell others of all of them. */
export interface Together {
  readonly outcomes: readonly Outcome[];
  readonly events: readonly OutboxEvent[];
}

interface Waiting<Item> {
  readonly item: Item;
  readonly joining: Joining;
  readonly done: (answer: CommittedAnswer | null) => void;
  readonly refuse: (thrown: unknown) => void;
}

type Open = ControlledTransaction<DB>;

/** Most calls in one transaction: the first of them waits for the last. */
const GROUP_MAXIMUM = 64;

interface Writing<Item> {
  /** Takes the lock that all who wait with this one need. */
  hold(trx: Transaction<DB>, item: Item): Promise<unknown>;
  write(trx: Transaction<DB>, items: readonly Item[]): Promise<Together>;
}

/**
 * Calls that take the same lock are written in one transaction instead of waiting for one commit after the other: those
 * that have come when it is taken, in their order; the others are the next transaction. All get their answers after the
 * commit, and a refusal concerns its sender alone. When a transaction of several fails, it is rolled back, and each call is
 * tried alone, so that only one of them fails.
 */
export function createGroups<Item>(kysely: Kysely<DB>, { hold, write }: Writing<Item>) {
  const queues = new Map<string, Waiting<Item>[]>();

  async function open(first: Waiting<Item>): Promise<Open> {
    const trx = await kysely.startTransaction().execute();
    try {
      await hold(trx, first.item);
      return trx;
    } catch (thrown) {
      await giveUp(trx);
      throw thrown;
    }
  }

  async function commit(trx: Open, group: readonly Waiting<Item>[]) {
    try {
      const items = group.map(({ item }) => item);
      const { outcomes, events } = await write(trx, items);
      const answers = outcomes.map((outcome, at) =>
        outcome !== 'alone' && 'answer' in outcome
          ? new CommittedAnswer(group[at]?.joining.toText(outcome.answer) ?? '')
          : outcome,
      );
      const told = await appendOutboxRows(trx, events);
      const stored = group.flatMap(({ joining: { keyed, now } }, at) => {
        const answer = answers[at];
        return keyed && answer instanceof CommittedAnswer ? [{ ...keyed, now, answer: answer.text }] : [];
      });
      if (!(await storeAnswers(trx, stored))) throw new Error('one of the calls has been answered');
      await trx.commit().execute();
      if (told.length > 0) group[0]?.joining.deliver(told);
      return answers;
    } catch (thrown) {
      await giveUp(trx);
      throw thrown;
    }
  }

  /** Takes from the queue what is written together now. */
  async function settle(queue: Waiting<Item>[], first: Waiting<Item>): Promise<void> {
    let trx: Open;
    try {
      trx = await open(first);
    } catch (thrown) {
      for (const { refuse } of queue.splice(0)) refuse(thrown);
      return;
    }
    const group = queue.splice(0, GROUP_MAXIMUM);
    try {
      const outcomes = await commit(trx, group);
      for (const [at, { done, refuse }] of group.entries()) {
        const outcome = outcomes[at];
        if (outcome instanceof CommittedAnswer) done(outcome);
        else if (outcome === 'alone') done(null);
        else refuse(outcome?.refused);
      }
    } catch (thrown) {
      if (group.length === 1) first.refuse(thrown);
      else for (const one of group) await settle([one], one);
    }
  }

  async function work(key: string, queue: Waiting<Item>[]): Promise<void> {
    for (let [first] = queue; first; [first] = queue) await settle(queue, first);
    queues.delete(key);
  }

  /** The answer when it is committed; null: to be written alone. Throws what it is refused with. */
  return function join(key: string, joining: Joining, item: Item): Promise<CommittedAnswer | null> {
    return new Promise((done, refuse) => {
      const waiting = { item, joining, done, refuse };
      const queue = queues.get(key);
      if (queue) return void queue.push(waiting);
      const begun = [waiting];
      queues.set(key, begun);
      void work(key, begun);
    });
  };
}

async function giveUp(trx: Open): Promise<void> {
  // It may have gone with its connection.
  await trx
    .rollback()
    .execute()
    .catch(() => {});
}
