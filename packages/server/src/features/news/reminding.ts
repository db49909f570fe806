import { NEWS_REMINDER_HOURS, type newsApi } from '@kreide/core/features/news';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import type { NewsWays } from './announcing.ts';
import { orderMails } from './mailing.ts';
import { listOpenReaders } from './queries/confirmations.ts';
import type { ReadNewsRow } from './queries/reading.ts';
import { markReminded } from './queries/reminders.ts';
import { authorOf } from './render.ts';

const HOUR = 60 * 60 * 1000;

/** Reminds those who have not confirmed an item, and only those, at most once a day (C-7.88). */
export async function remind(
  context: HandlerContext<typeof newsApi.notify> & { actor: Actor },
  row: ReadNewsRow,
  { tellOfNews, mailNews }: NewsWays,
) {
  const { actor, now, t, language, write, record, fail } = context;
  if (new Date(row.publish_at) > now) return fail('not_published_yet');
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
  const told = { ...key, title: row.title, author: authorOf(row), author_id: row.user_id, people };
  const count = await tellOfNews(trx, { about: 'reminder', ...told }, now);
  await orderMails(trx, mailNews, key);
  record({ entity: 'news', id: row.id, after: { people: count } });
  return { data: { count } };
}
