import type { EndpointDeclaration, Language, Translate } from '@kreide/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type AuditChange, type AuditEntry, appendAudit } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext, ReceivedFile } from '../../../kernel/http/context.ts';
import { fail } from '../../../kernel/http/failures.ts';
import { refusalOf } from '../../../kernel/http/mount.ts';
import type { Writing } from './parts.ts';

type Later = () => void | Promise<void>;

/** A call of a program, once it is known who asks. */
export interface DavCall {
  /** The hosts that are this server. */
  readonly hosts: readonly string[];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly actor: Actor;
  readonly language: Language;
  readonly t: Translate;
  readonly now: Date;
}

/** What a handler of the app is given for something that a program wants. */
interface Wanted {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly files?: readonly ReceivedFile[];
}

/**
 * One transaction for what a program asks for at once: several calls of the app happen in it, each under its own name in the audit log and
 * only if its endpoint lets the actor in. Nothing is written unless everything is.
 */
export function openDavUnit({ database: { kysely } }: Writing, call: DavCall) {
  type Open = Awaited<ReturnType<ReturnType<typeof kysely.startTransaction>['execute']>>;
  let open: Open | null = null;
  const entries: AuditEntry[] = [];
  const later: Later[] = [];
  const { request, actor, language, t, now } = call;
  const { school_id, user_id } = actor;
  const by = { school_id, user_id, address: request.ip, request_id: request.id, origin: 'session' } as const;
  const write = async () => {
    open ??= await kysely.startTransaction().execute();
    return open;
  };
  const unit = {
    write,
    get db(): Kysely<DB> {
      return open ?? kysely;
    },
    record: (endpoint: EndpointDeclaration, change: AuditChange) => {
      if (endpoint.audit === undefined) throw new Error('the endpoint does not declare what is recorded of it');
      entries.push({ ...change, ...by, action: endpoint.audit, now });
    },
    /** The context of a handler, as the app's own call has it. */
    as<D extends EndpointDeclaration>(endpoint: D, wanted: Wanted): HandlerContext<D> {
      const refused = refusalOf(endpoint, actor);
      if (refused) throw refused;
      const context = {
        params: {},
        query: {},
        body: {},
        files: [],
        ...wanted,
        actor,
        get db() {
          return unit.db;
        },
        write,
        record: (change: AuditChange) => unit.record(endpoint, change),
        afterCommit: (action: Later) => void later.push(action),
        fail,
        now,
        language,
        t,
      };
      return context as never;
    },
    async commit() {
      if (entries.length > 0) await appendAudit(await write(), entries);
      await open?.commit().execute();
      open = null;
      for (const action of later) {
        try {
          await action();
        } catch (err) {
          request.log.error({ err }, 'after commit');
        }
      }
    },
    async rollback() {
      const failed = open;
      open = null;
      await failed
        ?.rollback()
        .execute()
        .catch((err: unknown) => request.log.warn({ err }, 'rollback'));
    },
  };
  return unit;
}
export type DavUnit = ReturnType<typeof openDavUnit>;

/** Does something in one transaction: all of it, or nothing. */
export async function inUnit<Result>(
  parts: Writing,
  call: DavCall,
  run: (unit: DavUnit) => Promise<Result>,
): Promise<Result> {
  const unit = openDavUnit(parts, call);
  try {
    const result = await run(unit);
    await unit.commit();
    return result;
  } catch (thrown) {
    await unit.rollback();
    throw thrown;
  }
}
