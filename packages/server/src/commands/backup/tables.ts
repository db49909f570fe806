import type { Client } from 'pg';
import { JOBS_SCHEMA } from '../../kernel/jobs/index.ts';

/** A table as it is copied. */
export interface CopiedTable {
  /** `"public"."news"`. */
  readonly name: string;
  /** Quoted, without computed ones. */
  readonly columns: string[];
}

/** Tables of the migrations themselves: the restored place has its own. */
const OF_MIGRATIONS = ['kreide_migrations', 'migrations'];

/**
 * What could tell who gave which answer to an anonymous survey stays where it is: it is deleted when the survey ends, and
 * no backup may bring it back (C-6.27).
 */
const NEVER_COPIED = ['survey_secrets'];

/** Which secret, which folder: the restored place has its own. */
const OF_THE_PLACE = ['installation'];

/** In which order rows are copied where the order in which they lie could link two of them. */
const COPIED_BY: Readonly<Record<string, string>> = {
  survey_votes: 'school_id, id',
  survey_participations: 'school_id, survey_id, user_id',
};

/** The statement that reads a table whole. */
export function readingOf({ name, columns }: CopiedTable): string {
  const order = COPIED_BY[name.replace('public.', '')];
  return order === undefined
    ? `copy ${name} (${columns.join(', ')}) to stdout`
    : `copy (select ${columns.join(', ')} from ${name} order by ${order}) to stdout`;
}

/** Every table with content. */
export async function listTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array(select quote_ident(a.attname) from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', $1) and c.relname <> all($2)
     order by 1`,
    [JOBS_SCHEMA, [...OF_MIGRATIONS, ...NEVER_COPIED, ...OF_THE_PLACE]],
  );
  return rows;
}

/** Takes the references between tables away, which refer to each other in rings; returns how to put them back. */
export async function dropReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, f.conname) as drop,
            format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, f.conname, pg_get_constraintdef(f.oid)) as add
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and n.nspname in ('public', $1)`,
    [JOBS_SCHEMA],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/** The last number of every sequence that was used, by its name. */
export async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname in ('public', $1) and last_value is not null`,
    [JOBS_SCHEMA],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function setSequences(client: Client, sequences: Readonly<Record<string, string>>): Promise<void> {
  await client.query(
    `select setval(to_regclass(name), value::bigint)
     from unnest($1::text[], $2::text[]) as kept(name, value) where to_regclass(name) is not null`,
    [Object.keys(sequences), Object.values(sequences)],
  );
}
