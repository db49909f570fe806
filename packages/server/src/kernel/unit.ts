import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Audience } from './context.ts';
import type { DB } from './database.generated.ts';
import { roomsOf } from './outbox.ts';

export interface UnitParts {
  readonly kysely: Kysely<DB>;
  /** Writes an event in the transaction of the change and returns its outbox id. */
  readonly append: (
    db: Kysely<DB>,
    entry: { school_id: number | null; event: string; audience: readonly string[]; payload: unknown },
  ) => Promise<number>;
  /** Delivers committed events. */
  readonly deliver: (ids: number[]) => void;
}

/** The transaction of one call: opened by the first write, committed with its events. */
export function openUnit(parts: UnitParts, request: FastifyRequest) {
  type Open = Awaited<ReturnType<ReturnType<typeof parts.kysely.startTransaction>['execute']>>;
  let opening: Promise<Open> | null = null;
  let open: Open | null = null;
  const events: number[] = [];
  const later: (() => void | Promise<void>)[] = [];
  const write = async () => {
    opening ??= parts.kysely.startTransaction().execute();
    open = await opening;
    return open;
  };
  return {
    write,
    current: (): Kysely<DB> => open ?? parts.kysely,
    emit: async (event: { name: string }, audience: Audience, payload: unknown) => {
      const school_id = 'school' in audience ? audience.school : (request.actor?.school_id ?? null);
      const entry = { school_id, event: event.name, audience: roomsOf(audience), payload };
      events.push(await parts.append(await write(), entry));
    },
    afterCommit: (action: () => void | Promise<void>) => void later.push(action),
    commit: async () => {
      if (open) await open.commit().execute();
      open = null;
      opening = null;
      if (events.length > 0) parts.deliver(events);
      for (const action of later) {
        try {
          await action();
        } catch (thrown) {
          request.log.error({ err: thrown }, 'after commit');
        }
      }
    },
    rollback: async () => {
      const pending = opening;
      opening = null;
      open = null;
      if (pending)
        await pending
          .then((transaction) => transaction.rollback().execute())
          .catch((thrown) => request.log.warn({ err: thrown }, 'rollback'));
    },
  };
}
