import { newsEvents } from '@kreide/core/features/news';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { withdrawMails } from '../../kernel/mail/index.ts';
import { forgetEvents } from '../../kernel/realtime/outbox.ts';
import type { WithdrawTold } from '../channels/index.ts';
import { removeQueued } from './queries/mails.ts';
import { listReaders, type Receivers } from './queries/receivers.ts';

interface ItemKey {
  readonly school_id: number;
  readonly id: number;
}

/**
 * What an item left elsewhere goes with it: notifications that it is there, reminders and reports, mails that wait, and
 * the events that told open apps of it. An item that is brought back stands in the list again and rings nobody.
 */
export async function withdrawNews(
  db: Kysely<DB>,
  { school_id, id }: ItemKey,
  withdrawTold: WithdrawTold,
  now: Date,
): Promise<void> {
  await withdrawTold(db, { school_id, told_of: [`news:${id}`] }, now);
  await withdrawMails(db, school_id, await removeQueued(db, { school_id, id }));
  await forgetEvents(db, school_id, newsEvents.saved, id);
}

/** Whoever receives an item no longer is not told of it any more either. */
export async function withdrawFromLost(
  db: Kysely<DB>,
  { school_id, id, author_id }: ItemKey & { author_id: number | null },
  { had, has }: { had: Receivers; has: Receivers | null },
  withdrawTold: WithdrawTold,
  now: Date,
): Promise<void> {
  const before = await listReaders(db, school_id, had);
  const after = has === null ? [] : await listReaders(db, school_id, has);
  const staying = new Set([author_id, ...after.map((reader) => reader.id)]);
  const people = before.flatMap((reader) => (staying.has(reader.id) ? [] : [reader.id]));
  await withdrawTold(db, { school_id, told_of: [`news:${id}`], people }, now);
}
