import type { Announcement, AnnouncementTexts } from '@kreide/core/features/help';
import type { Language } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toJsonText } from '../../../kernel/data/json.ts';

declare module '../../../kernel/data/json.ts' {
  interface JsonColumns {
    'announcements.texts': AnnouncementTexts;
  }
}

interface Row {
  id: number;
  texts: AnnouncementTexts;
  published_at: string;
}

/** In the reader’s language, else in English. */
const toAnnouncement = ({ id, texts, published_at }: Row, language: Language): Announcement => ({
  id,
  published_at,
  ...(texts[language] ?? texts.en),
});

const current = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('announcements')
    .select(['id', 'texts', 'published_at'])
    .where('published_at', '<=', now.toISOString())
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now.toISOString())]))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc');

/** What everybody is told now, the newest first. */
export async function listAnnouncements(db: Kysely<DB>, language: Language, limit: number, now: Date) {
  return (await current(db, now).limit(limit).execute()).map((row) => toAnnouncement(row, language));
}

export async function findAnnouncement(db: Kysely<DB>, id: number, language: Language, now: Date) {
  const row = await current(db, now).where('id', '=', id).executeTakeFirst();
  return row && toAnnouncement(row, language);
}

/** Tells everybody something from now on, until `endsAt`. */
export async function addAnnouncement(
  db: Kysely<DB>,
  texts: AnnouncementTexts,
  endsAt: string | null,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('announcements')
    .values({ texts: toJsonText(texts), published_at: now.toISOString(), ends_at: endsAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** All that there are, also those that are over. */
export const listAllAnnouncements = (db: Kysely<DB>) =>
  db.selectFrom('announcements').selectAll().orderBy('id').execute();

/** Takes one away; false: there is none. */
export async function removeAnnouncement(db: Kysely<DB>, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('announcements').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
