import { CompiledQuery, type Kysely } from 'kysely';
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

/** Stands for a value while a statement is built. */
class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * A statement of the everyday that is built once and whose plan each connection keeps; its calls differ in their values
 * alone. `build` is given something that stands for each of them, and may do nothing with it but put it into the
 * statement as a parameter.
 */
export function prepare<Values extends object, Row>(
  build: (db: Kysely<DB>, values: Values) => { compile(db: Kysely<DB>): CompiledQuery<Row> },
) {
  let text: string | null = null;
  let parameters: readonly unknown[] = [];
  const slots = new Proxy({} as Values, { get: (_, name) => new Slot(name) });
  return (db: Kysely<DB>, values: Values): Promise<Row[]> => {
    if (text === null) ({ sql: text, parameters } = build(db, slots).compile(db));
    const given = parameters.map((one) => (one instanceof Slot ? values[one.name as keyof Values] : one));
    return runPlanned(db, CompiledQuery.raw(text, given) as CompiledQuery<Row>);
  };
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
