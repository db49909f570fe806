import type { CompiledQuery, Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { DB } from './database.generated.ts';

/** Names of the statements whose plans are kept, by their text. */
const names = new Map<string, string>();

/**
 * Runs a statement whose plan each connection keeps: for those that take longer to plan than to run, while others wait
 * for them. Its text is always the same, however many values it is given: lists are one parameter (`unnest`).
 */
export async function runPlanned<Row>(db: Kysely<DB>, statement: CompiledQuery<Row>): Promise<Row[]> {
  if (!names.has(statement.sql)) names.set(statement.sql, `kreide_${names.size + 1}`);
  return (await db.executeQuery(statement)).rows;
}

/** Makes a connection keep them: kysely knows no names. */
export function keepPlans(client: PoolClient): void {
  const send = client.query.bind(client) as (...parts: unknown[]) => unknown;
  const query = (...[statement, ...rest]: unknown[]) => {
    const name = typeof statement === 'string' ? names.get(statement) : undefined;
    const [values, ...others] = rest;
    return name === undefined ? send(statement, ...rest) : send({ name, text: statement, values }, ...others);
  };
  Object.assign(client, { query });
}
