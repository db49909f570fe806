import { NEWS_REMINDER_HOURS, type newsApi } from '@kreide/core/features/news';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Actor, HandlerContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/database.generated.ts';
import { listOpenReaders } from './queries/confirmations.ts';
import type { ReadNewsRow } from './queries/reading.ts';
import { markReminded } from './queries/reminders.ts';

/** Tells people of an item that they have not confirmed; answers how many it reaches. */
export type NewsReminder = (
  db: Kysely<DB>,
  reminder: {
    readonly school_id: number;
    readonly id: number;
    readonly title: string;
    readonly author: string | null;
    readonly people: readonly number[];
  },
  now: Date,
) => Promise<number>;

const HOUR = 60 * 60 * 1000;

/** Reminds those who have not confirmed an item, and only those, at most once a day (C-7.88). */
export async function remind(
  context: HandlerContext<typeof newsApi.notify> & { actor: Actor },
  row: ReadNewsRow,
  tell: NewsReminder,
) {
  const { actor, now, t, language, write, record, fail } = context;
  if (new Date(row.publish_at) > now) return fail('conflict');
  const trx = await write();
  const key = { school_id: actor.school_id, id: row.id };
  const pause = NEWS_REMINDER_HOURS * HOUR;
  const last = await markReminded(trx, key, now, new Date(now.getTime() - pause));
  if (last !== null) {
    const next = new Date(Date.parse(last) + pause);
    const when = writeMoment(language, next, actor.time_zone, 'long');
    throw new ApiError({
      code: 'too_many',
      retry_after: Math.ceil((next.getTime() - now.getTime()) / 1000),
      issues: [{ path: 'id', rule: 'reminded', message: t('news:rules.reminded', { when }) }],
    });
  }
  const people = await listOpenReaders(trx, key, row.user_id);
  const author = row.firstname === null ? null : `${row.firstname} ${row.lastname}`;
  const count = await tell(trx, { ...key, title: row.title, author, people }, now);
  record({ entity: 'news', id: row.id, after: { people: count } });
  return { data: { count } };
}
