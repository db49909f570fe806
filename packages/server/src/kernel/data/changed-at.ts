import { sql } from 'kysely';

/**
 * When a row is changed: now, and later than its change before, so that `updated_at` tells its states apart also where two fall into one
 * millisecond. `table`: its name in the statement, where there are several.
 */
export const changedAt = (now: Date, table?: string) =>
  sql<string>`greatest(${now.toISOString()}::timestamptz,
    date_trunc('milliseconds', ${sql.ref(table ? `${table}.updated_at` : 'updated_at')}) + interval '1 millisecond')`;
