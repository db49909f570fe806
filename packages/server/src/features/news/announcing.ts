import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type MailNews, orderMails } from './mailing.ts';
import { listRung, setToAnnounce } from './queries/announcing.ts';
import { listReceivers } from './queries/receivers.ts';
import type { NewsRow } from './queries.ts';
import { authorOf } from './render.ts';

/** Tells people of an item: that it is there, or that they have not confirmed it; answers how many it reaches. */
export type NewsTeller = (
  db: Kysely<DB>,
  told: {
    readonly about: 'published' | 'reminder';
    readonly school_id: number;
    readonly id: number;
    readonly title: string;
    readonly author: string | null;
    readonly author_id: number | null;
    readonly people: readonly number[];
  },
  now: Date,
) => Promise<number>;

/** By which ways people are told; null: this installation sends no mails. */
export interface NewsWays {
  readonly tellOfNews: NewsTeller;
  readonly mailNews: MailNews | null;
}

/**
 * Calls the devices of the receivers once, when an item is published and its author wants it; its author is not among
 * them (C-7.123). Whether it is published by a call or by the job makes no difference, also for both at once: the first
 * takes the mark. Those whom the app does not reach get a mail where the item is to be confirmed (D-6.04).
 */
export async function announce(
  db: Kysely<DB>,
  school_id: number,
  row: Pick<NewsRow, 'id' | 'title' | 'user_id' | 'is_notifiable' | 'is_confirmable' | 'firstname' | 'lastname'>,
  { tellOfNews, mailNews }: NewsWays,
  now: Date,
): Promise<void> {
  if (!(await setToAnnounce(db, { school_id, id: row.id }, false)) || !row.is_notifiable) return;
  const people = await listRung(db, school_id, await listReceivers(db, school_id, row.id), row.user_id);
  const { id, title } = row;
  await tellOfNews(
    db,
    { about: 'published', school_id, id, title, author: authorOf(row), author_id: row.user_id, people },
    now,
  );
  if (row.is_confirmable) await orderMails(db, mailNews, { school_id, id });
}
