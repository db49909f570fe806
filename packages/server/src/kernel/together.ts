import type { Kysely, Transaction } from 'kysely';
import { CommittedAnswer } from './answers.ts';
import type { Joining } from './context.ts';
import type { DB } from './database.generated.ts';
import { storeAnswers } from './idempotency.ts';
import { appendOutboxRows, type OutboxEvent } from './outbox.ts';

/** What became of one of those that were written together; alone: it is no matter for a group. */
export type Outcome = { readonly answer: object } | { readonly refused: unknown } | 'alone';

/** What was written together: what became of each, in their order, and what is told of all of it. */
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

/** Most calls in one transaction: the first of them waits for the last. */
const GROUP_MAXIMUM = 64;

/**
 * Calls that take the same lock are written in one transaction instead of waiting for one commit after the other: those
 * that come while a transaction runs are the next one, in the order in which they came. Everybody is answered after the
 * commit, and what is refused is refused to its sender alone. Whatever goes wrong with several goes back, and each is
 * tried alone, so that it is the failure of one only.
 */
export function createGroups<Item>(
  kysely: Kysely<DB>,
  write: (trx: Transaction<DB>, items: readonly Item[]) => Promise<Together>,
) {
  const queues = new Map<string, Waiting<Item>[]>();

  async function settle(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      const outcomes = await commit(group);
      for (const [at, { done, refuse }] of group.entries()) {
        const outcome = outcomes[at];
        if (outcome instanceof CommittedAnswer) done(outcome);
        else if (outcome === 'alone') done(null);
        else refuse(outcome?.refused);
      }
    } catch (thrown) {
      const [only] = group;
      if (group.length === 1) only?.refuse(thrown);
      else for (const one of group) await settle([one]);
    }
  }

  async function commit(group: readonly Waiting<Item>[]) {
    const trx = await kysely.startTransaction().execute();
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
      await trx
        .rollback()
        .execute()
        .catch(() => {});
      throw thrown;
    }
  }

  async function work(key: string, queue: Waiting<Item>[]): Promise<void> {
    while (queue.length > 0) await settle(queue.splice(0, GROUP_MAXIMUM));
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
