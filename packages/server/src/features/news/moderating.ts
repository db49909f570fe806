import { isModerated, type newsApi } from '@kreide/core/features/news';
import { hasContentModeration } from '@kreide/core/features/schools';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import { getSchool } from '../schools/index.ts';
import type { ReadNewsRow } from './queries/reading.ts';

/** Tells the administrators of a school that somebody reports an item. */
export type NewsReporter = (
  db: Kysely<DB>,
  reported: {
    readonly school_id: number;
    readonly id: number;
    readonly title: string;
    readonly by: number;
    readonly text: string;
  },
  now: Date,
) => Promise<void>;

/** Reports an item that the caller reads (C-6.36); who sends many waits. */
export async function reportNews(
  { actor, body, db, now, write, record, fail }: HandlerContext<typeof newsApi.report> & { actor: Actor },
  row: ReadNewsRow,
  tell: NewsReporter,
): Promise<undefined> {
  const { school_id, user_id } = actor;
  const isSwitchedOn = hasContentModeration((await getSchool(db, school_id)).properties);
  if (!isModerated(row, { user_id, isSwitchedOn })) return fail('forbidden');
  await reserveAttempt(db, { help: `news ${school_id} ${user_id}` }, now);
  const text = body.text.trim();
  await tell(await write(), { school_id, id: row.id, title: row.title, by: user_id, text }, now);
  // What people write stands in no log.
  record({ entity: 'news', id: row.id, after: { reported_by: user_id } });
}
