import type { MergeField, MergeKind } from '@kreide/core/kernel';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './database.generated.ts';

/** Two accounts of one person: `from` goes, `into` stays. */
export interface MergedPair {
  readonly school_id: number;
  readonly from: number;
  readonly into: number;
  /** The fields of which the value of the one who goes is kept. */
  readonly takes: ReadonlySet<MergeField>;
}

/** A column that refers to people, with or without a foreign key. */
export type MergeColumn = { [Table in keyof DB]: `${Table}.${keyof DB[Table] & string}` }[keyof DB];

type Own = (db: Kysely<DB>, pair: MergedPair) => Promise<void>;

/** What becomes of the rows that refer to the one who goes. */
export interface MergeRule {
  /** They refer to the one who stays; or `erase` of the feature removes them. */
  readonly is: 'moves' | 'ends';
  /** As what they are counted among what moves; null: nobody has to know. */
  readonly kind: MergeKind | null;
  /** Makes room before they move. */
  readonly before?: Own;
  /** It moves them itself, such as in a list of ids. */
  readonly own?: Own;
  readonly isList?: boolean;
}

/** How the tables of a feature merge, by column. */
export type Merge = { readonly [Column in MergeColumn]?: MergeRule };

/** Rows that may simply name the one who stays from now on. */
export const moves = (kind: MergeKind | null = null): MergeRule => ({ is: 'moves', kind });

/** Rows that move after `before` has made room for them, or that `own` moves. */
export const movesBy = (kind: MergeKind | null, rule: Pick<MergeRule, 'before' | 'own' | 'isList'>): MergeRule => ({
  is: 'moves',
  kind,
  ...rule,
});

/** Rows that end with the account: `erase` of the feature removes them, in the same transaction. */
export const ends = (): MergeRule => ({ is: 'ends', kind: null });

const split = (column: string) => column.split('.') as [string, string];

interface Joined {
  /** The columns besides the school and the person in which two rows collide; none: each person has one row. */
  readonly within: readonly string[];
  readonly kind?: MergeKind;
  /** When the row `gone` is worth more than the row `stays`; never, unless given. */
  readonly stronger?: RawBuilder<boolean>;
}

/** Rows of which each person has one `within` something: that of the one who stays is kept, unless the other is stronger. */
export function joins(column: MergeColumn, { within, kind, stronger }: Joined): MergeRule {
  const [table, person] = split(column);
  const name = sql.table(table);
  const same = (gone: string, stays: string) =>
    sql.join(
      within.map((each) => sql`${sql.ref(`${gone}.${each}`)} = ${sql.ref(`${stays}.${each}`)}`),
      sql` and `,
    );
  const alike = within.length === 0 ? sql`true` : same('gone', 'stays');
  return {
    is: 'moves',
    kind: kind ?? null,
    async before(db, { school_id, from, into }) {
      if (stronger)
        await sql`delete from ${name} stays using ${name} gone where stays.school_id = ${school_id}
          and ${sql.ref(`stays.${person}`)} = ${into} and gone.school_id = ${school_id}
          and ${sql.ref(`gone.${person}`)} = ${from} and ${alike} and ${stronger}`.execute(db);
      await sql`delete from ${name} gone using ${name} stays where gone.school_id = ${school_id}
        and ${sql.ref(`gone.${person}`)} = ${from} and stays.school_id = ${school_id}
        and ${sql.ref(`stays.${person}`)} = ${into} and ${alike}`.execute(db);
    },
  };
}

const rulesOf = (merge: Merge) => Object.entries(merge) as [MergeColumn, MergeRule][];

/** What one feature says of a column, another must not: the later would win without a word. */
export function joinMerges(merges: readonly Merge[]): Merge {
  const seen = new Map<MergeColumn, MergeRule>();
  for (const [column, rule] of merges.flatMap(rulesOf)) {
    if (seen.has(column)) throw new Error(`Two features merge ${column}.`);
    seen.set(column, rule);
  }
  return Object.fromEntries(seen) as Merge;
}

/** Everything that refers to the one who goes refers to the one who stays, but for what ends; in the caller's transaction. */
export async function mergeRows(db: Kysely<DB>, merge: Merge, pair: MergedPair): Promise<void> {
  const moving = rulesOf(merge).filter(([, rule]) => rule.is === 'moves');
  for (const [, rule] of moving) await rule.before?.(db, pair);
  for (const [, rule] of moving) await rule.own?.(db, pair);
  const plain = moving.filter(([, rule]) => rule.own === undefined).map(([column]) => split(column));
  const { school_id, from, into } = pair;
  // One statement for a table, however many of its columns name people: not all of them have an index.
  for (const [table, columns] of Map.groupBy(plain, ([table]) => table)) {
    const refs = columns.map(([, column]) => sql.ref(column));
    const values = refs.map((ref) => sql`${ref} = case when ${ref} = ${from} then ${into} else ${ref} end`);
    const named = refs.map((ref) => sql`${ref} = ${from}`);
    await sql`update ${sql.table(table)} set ${sql.join(values)}
      where school_id = ${school_id} and (${sql.join(named, sql` or `)})`.execute(db);
  }
}

/** How many rows of each kind name these people, in the order of the people. */
export async function countMerged(
  db: Kysely<DB>,
  merge: Merge,
  schoolId: number,
  people: readonly [number, number],
): Promise<ReadonlyMap<MergeKind, readonly [number, number]>> {
  const counted = rulesOf(merge).flatMap(([column, { kind, isList = false }]) => {
    if (kind === null) return [];
    const [table, name] = split(column);
    const names = (id: number) =>
      isList ? sql`${sql.ref(name)} @> ${[id]}::bigint[]` : sql`${sql.ref(name)} = ${id}::bigint`;
    const [one, other] = people.map(names) as [RawBuilder<unknown>, RawBuilder<unknown>];
    return [
      sql`select ${kind}::text as kind, count(*) filter (where ${one}) as one, count(*) filter (where ${other}) as other
        from ${sql.table(table)} where school_id = ${schoolId} and (${one} or ${other})`,
    ];
  });
  if (counted.length === 0) return new Map();
  const { rows } = await sql<{ kind: MergeKind; one: string; other: string }>`
    select kind, sum(one) as one, sum(other) as other from (${sql.join(counted, sql` union all `)}) counted
    group by kind`.execute(db);
  return new Map(rows.map(({ kind, one, other }) => [kind, [Number(one), Number(other)] as const]));
}
