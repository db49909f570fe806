import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';

/** How often an option was chosen; with null, how many answers to a question were written. */
export interface OptionCount {
  readonly question_id: number;
  readonly option_id: number | null;
  readonly count: number;
}

/** A written answer, alike ones as one, and how many different ones there are of its question. */
export interface TextCount {
  readonly question_id: number;
  readonly text: string;
  readonly count: number;
  readonly all: number;
}

/** What the answers to a survey add up to. */
export interface Results {
  readonly counts: readonly OptionCount[];
  readonly texts: readonly TextCount[];
}

/** What the answers to surveys add up to now. */
export async function readResults(
  db: Kysely<DB>,
  schoolId: number,
  surveyIds: readonly number[],
  texts: number,
): Promise<Results> {
  if (surveyIds.length === 0) return { counts: [], texts: [] };
  const counts = await db
    .selectFrom('survey_votes')
    .select(['question_id', 'option_id'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('school_id', '=', schoolId)
    .where('survey_id', '=', sql<number>`any(${surveyIds}::bigint[])`)
    .groupBy(['question_id', 'option_id'])
    .execute();
  // The order says nothing about when something was written.
  const { rows } = await sql<TextCount>`
    select question_id, text, count, "all" from (
      select question_id, min(text) as text, count(*) as count, count(*) over (partition by question_id) as "all",
        row_number() over (partition by question_id order by count(*) desc, md5(lower(btrim(text)))) as place
      from survey_votes
      where school_id = ${schoolId} and survey_id = any(${surveyIds}::bigint[]) and text is not null
      group by question_id, lower(btrim(text))
    ) as written
    where place <= ${texts} order by question_id, place`.execute(db);
  return {
    counts: counts.map(({ count, ...row }) => ({ ...row, count: Number(count) })),
    texts: rows.map((row) => ({ ...row, count: Number(row.count), all: Number(row.all) })),
  };
}
