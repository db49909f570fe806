import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** The words of a search, apart from what separates a last name from a first one. */
export const wordsOf = (search = ''): string[] => search.split(/[\s,;]+/).filter((word) => word !== '');

/**
 * Whether a text has every word of a search in it, in any order, accents aside: "berg lina" and "Lina Berg" find the same
 * people. Every list that is searched by a name asks it.
 */
export function hasWords(
  text: Expression<unknown>,
  search: string | readonly string[] | undefined,
): RawBuilder<SqlBool> {
  const words = typeof search === 'object' ? search : wordsOf(search);
  return sql`not exists (select 1 from unnest(${words}::text[]) as w(word)
    where coalesce(strpos(kreide_fold(${text}), kreide_fold(w.word)), 0) = 0)`;
}

/** The same of a text that is kept folded. */
export function hasWordsFolded(text: Expression<unknown>, search: string | undefined): RawBuilder<SqlBool> {
  const words = wordsOf(search).map((word) => sql<SqlBool>`strpos(${text}, kreide_fold(${word})) > 0`);
  return words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` and `)})`;
}
