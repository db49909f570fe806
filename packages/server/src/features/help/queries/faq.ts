import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';

/** Most different searches that are kept: whoever types nonsense by a program does not fill the disk. */
const MISSES_MAXIMUM = 2000;

/** Stores whether an article has helped somebody; replaces what they said of it before. */
export async function storeVote(
  db: Kysely<DB>,
  vote: { school_id: number; user_id: number; article: string; is_helpful: boolean; voted_at: string },
): Promise<void> {
  await db
    .insertInto('faq_votes')
    .values(vote)
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'user_id', 'article'])
        .doUpdateSet({ is_helpful: vote.is_helpful, voted_at: vote.voted_at }),
    )
    .execute();
}

/**
 * Counts a search without a result. Where there are too many, a new one takes the place of the one that was made least, and
 * longest ago: whoever types nonsense does not keep the searches of all others out.
 */
export async function countMiss(db: Kysely<DB>, language: string, words: string, now: Date): Promise<void> {
  await sql`
    with made_room as (
      delete from faq_misses where (language, words) in (
        select language, words from faq_misses
        where not exists (select from faq_misses where language = ${language} and words = ${words})
        order by count, missed_at, words limit greatest(0, (select count(*) from faq_misses) + 1 - ${MISSES_MAXIMUM})))
    insert into faq_misses as kept (language, words, count, missed_at)
    values (${language}, ${words}, 1, ${now.toISOString()}::timestamptz)
    on conflict (language, words) do update set count = kept.count + 1, missed_at = excluded.missed_at`.execute(db);
}

/** Forgets searches that nobody has made for a year. */
export async function pruneMisses(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 365 * 24 * 60 * 60 * 1000).toISOString();
  const { numDeletedRows } = await db.deleteFrom('faq_misses').where('missed_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** What was looked for at least twice and not found, the most frequent first. */
export async function listMisses(db: Kysely<DB>) {
  return db
    .selectFrom('faq_misses')
    .select(['language', 'words', 'count', 'missed_at'])
    .where('count', '>', 1)
    .orderBy('count', 'desc')
    .orderBy('words')
    .limit(100)
    .execute();
}

/** How many found an article helpful, and how many not, over all schools. */
export async function countVotes(db: Kysely<DB>) {
  const { rows } = await sql<{ article: string; up: number; down: number }>`
    select article, count(*) filter (where is_helpful)::int as up, count(*) filter (where not is_helpful)::int as down
    from faq_votes group by article order by article`.execute(db);
  return rows;
}

export async function eraseVotes(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('faq_votes').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** What somebody has said of articles of the help. */
export const faqData: PersonalData = {
  faq_votes: (db, { school_id, user_id }) =>
    db
      .selectFrom('faq_votes')
      .select(['article as name', 'is_helpful', 'voted_at as updated_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('article')
      .execute(),
};
