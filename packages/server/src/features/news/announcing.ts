import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/database.generated.ts';
import { listRung, setToAnnounce } from './queries/announcing.ts';
import { listReceivers } from './queries/receivers.ts';
import type { NewsRow } from './queries.ts';

/** Tells people of an item: that it is there, or that they have not confirmed it; answers how many it reaches. */
export type NewsTeller = (
  db: Kysely<DB>,
  told: {
    readonly about: 'published' | 'reminder';
    readonly school_id: number;
    readonly id: number;
    readonly title: string;
    readonly author: string | null;
    readonly people: readonly number[];
  },
  now: Date,
) => Promise<number>;

export const authorOf = ({ firstname, lastname }: Pick<NewsRow, 'firstname' | 'lastname'>): string | null =>
  firstname === null ? null : `${firstname} ${lastname}`;

/**
 * Calls the devices of the receivers once, when an item is published and its author wants it; its author is not among
 * them (C-7.123). Whether it is published by a call or by the job makes no difference, also for both at once: the first
 * takes the mark. True: this was the first.
 */
export async function announce(
  db: Kysely<DB>,
  school_id: number,
  row: Pick<NewsRow, 'id' | 'title' | 'user_id' | 'is_notifiable' | 'firstname' | 'lastname'>,
  tell: NewsTeller,
  now: Date,
): Promise<boolean> {
  if (!(await setToAnnounce(db, { school_id, id: row.id }, false))) return false;
  if (!row.is_notifiable) return true;
  const people = await listRung(db, school_id, await listReceivers(db, school_id, row.id), row.user_id);
  const { id, title } = row;
  await tell(db, { about: 'published', school_id, id, title, author: authorOf(row), people }, now);
  return true;
}
