import type { FeedbackDraft, SentFact } from '@kreide/core/features/help';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';
import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import type { ErasedPerson } from '../../../kernel/feature.ts';
import { schoolsPart } from '../../schools/index.ts';

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'feedback.facts': SentFact[];
  }
}

const HOUR_MS = 60 * 60 * 1000;
const KEPT_DAYS = 365;

interface Sent extends FeedbackDraft, ErasedPerson {
  is_mailed: boolean;
  created_at: string;
}

export async function storeFeedback(trx: Kysely<DB>, { facts, ...sent }: Sent): Promise<void> {
  await trx
    .insertInto('feedback')
    .values({ ...sent, facts: toJsonText(facts) })
    .execute();
}

/** How many messages somebody has sent within an hour. */
export async function countRecent(db: Kysely<DB>, { school_id, user_id }: ErasedPerson, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The latest messages of all schools, without who has written them. */
export async function listFeedback(db: Kysely<DB>) {
  return db
    .selectFrom('feedback')
    .innerJoin(schoolsPart(db).as('school'), 'school.id', 'feedback.school_id')
    .select(['school.slink', 'kind', 'text', 'code', 'facts', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
}

export async function pruneFeedback(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * HOUR_MS).toISOString();
  const { numDeletedRows } = await db.deleteFrom('feedback').where('created_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function eraseFeedback(db: Kysely<DB>, { school_id, user_id }: ErasedPerson): Promise<void> {
  await db.deleteFrom('feedback').where('school_id', '=', school_id).where('user_id', '=', user_id).execute();
}

/** What somebody has written to those who run the product. */
export const feedbackData: PersonalData = {
  feedback: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('feedback')
      .select(['kind', 'text', 'code', 'facts', 'created_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute();
    return rows.map(({ kind, text, code, facts, created_at }) => ({
      kind,
      text: [text, code ?? '', ...facts.map(({ name, value }) => `${name}: ${value}`)].filter((part) => part !== ''),
      created_at,
    }));
  },
};
