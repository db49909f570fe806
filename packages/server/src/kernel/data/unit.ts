import type { AuditAction } from '@kreide/core/kernel';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { RecordedFor } from '../http/context.ts';
import type { Audience } from '../realtime/audience.ts';
import { type OutboxEvent, type OutboxRow, roomsOf } from '../realtime/outbox.ts';
import {
  type AuditCause,
  type AuditChange,
  type AuditEntry,
  type AuditEventRow,
  appendAudit,
  toEventRow,
} from './audit.ts';
import type { DB } from './database.generated.ts';

export interface UnitParts {
  readonly kysely: Kysely<DB>;
  /** Writes an event in the transaction of the change and returns its outbox id. */
  readonly append: (db: Kysely<DB>, entry: OutboxEvent) => Promise<number>;
  /** Delivers committed events. */
  readonly deliver: (rows: OutboxRow[]) => void;
}

/** The transaction of one call: opened by the first write, committed with its events and what is recorded of it. */
export function openUnit(parts: UnitParts, request: FastifyRequest, action: AuditAction | undefined, now: Date) {
  type Open = Awaited<ReturnType<ReturnType<typeof parts.kysely.startTransaction>['execute']>>;
  let opening: Promise<Open> | null = null;
  let open: Open | null = null;
  const events: OutboxRow[] = [];
  const entries: AuditEntry[] = [];
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
      events.push({ ...entry, id: await parts.append(await write(), entry) });
    },
    record: (change: AuditChange & Partial<RecordedFor>) => {
      if (action === undefined) throw new Error('the endpoint does not declare what is recorded of it');
      entries.push({ ...change, ...causeOf(request, change.by), action, now });
    },
    alone: <Result>(
      change: Pick<AuditChange, 'entity' | 'id'> & Partial<RecordedFor>,
      run: (db: Kysely<DB>, record: AuditEventRow) => Promise<Result>,
    ) => {
      if (action === undefined) throw new Error('the endpoint does not declare what is recorded of it');
      if (opening !== null || entries.length > 0) throw new Error('something else is changed as well');
      return run(parts.kysely, toEventRow({ ...change, ...causeOf(request, change.by), action, now }));
    },
    /** Is something changed without being recorded, although the endpoint declares that it is? */
    isUnrecorded: () => action !== undefined && opening !== null && entries.length === 0,
    afterCommit: (action: () => void | Promise<void>) => void later.push(action),
    commit: async () => {
      // Last, since it puts the changes of a school into one order.
      if (entries.length > 0) await appendAudit(await write(), entries);
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

function causeOf(request: FastifyRequest, by: RecordedFor['by'] | undefined): AuditCause {
  const from = { address: request.ip, request_id: request.id };
  if (by) return { ...by, ...from, origin: 'visitor' };
  if (!request.actor) throw new Error('a change without a session is recorded for somebody');
  const { school_id, user_id } = request.actor;
  return { school_id, user_id, ...from, origin: 'session' };
}
