import type { ClientConfig } from 'pg';
import { valueTypes } from './database-values.ts';

/** How long a session of the database may take; 0: without a limit. */
export interface SessionLimits {
  /** For a connection, also one that others have to give back first, ms. */
  readonly connectionMs: number;
  /** For one statement, ms. */
  readonly statementMs: number;
  /** For a transaction between two statements, ms. */
  readonly idleInTransactionMs: number;
}

/** Of requests: a person waits, and so do others behind the locks that it holds. */
export const REQUEST_LIMITS: SessionLimits = {
  connectionMs: 10_000,
  statementMs: 30_000,
  idleInTransactionMs: 60_000,
};

/**
 * Of work (`asWork`): it ends when it is done, on a busy machine too. A transaction that its process has forgotten, or
 * whose machine is gone without a word, still ends.
 */
export const WORK_LIMITS: SessionLimits = {
  connectionMs: 120_000,
  statementMs: 0,
  idleInTransactionMs: 30 * 60_000,
};

/**
 * The limits as the session's own settings: they count whatever defaults somebody has given to the role or the database.
 */
function toOptions({ statementMs, idleInTransactionMs }: SessionLimits): string {
  return `-c statement_timeout=${statementMs} -c lock_timeout=0 -c idle_in_transaction_session_timeout=${idleInTransactionMs}`;
}

/** Settings shared by all our connections: values are read by `valueTypes`, times are in UTC. */
export function toClientConfig(connectionString: string, limits: SessionLimits): ClientConfig {
  const options = `-c TimeZone=UTC -c DateStyle=ISO ${toOptions(limits)}`;
  return { connectionString, types: valueTypes, options, connectionTimeoutMillis: limits.connectionMs };
}

/** A connection for work, as plain as `pg` makes it: migrations, jobs, backups. */
export function toWorkConfig(connectionString: string, application_name: string): ClientConfig {
  const { connectionMs } = WORK_LIMITS;
  return { connectionString, application_name, options: toOptions(WORK_LIMITS), connectionTimeoutMillis: connectionMs };
}
