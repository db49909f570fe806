import type { PublicNewsItem, SharedNewsItem } from '@kreide/core/features/news';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileAudience } from '../../kernel/files/index.ts';
import type { Translator } from '../../kernel/outbound/translator.ts';
import { sanitizeHtmlOut } from '../../kernel/text/html.ts';
import { addressOf, type FileReader, type OwnedFile, toFileEntry } from '../files/index.ts';
import type { SchoolRow } from '../schools/index.ts';
import { findPublicNews, listPublicNews, type NewsRow } from './queries.ts';

export interface NewsParts {
  fileKey: Uint8Array;
  /** Address of the app, and of this server for pictures on foreign pages. */
  appUrl: () => string;
}

/** What those who are signed in see needs besides. */
export interface SharingParts extends NewsParts {
  translator: Translator | null;
}

function pictureOf(row: NewsRow, reader: FileReader) {
  if (!row.file_uuid || !row.file_name) return null;
  return {
    url: addressOf({ uuid: row.file_uuid, name: row.file_name }, reader),
    width: row.width ?? 1200,
    height: row.height ?? 675,
    alt: row.preview_alt,
  };
}

export type WithFiles = Pick<NewsRow, 'attachments' | 'file_uuid' | 'file_name'>;

/** All files of an item: those that stand below it and the picture above its title. */
export function filesOf({ attachments, file_uuid: uuid, file_name: name }: WithFiles): OwnedFile[] {
  return [...attachments, ...(uuid && name ? [{ uuid, name }] : [])];
}

/** Content of an item for a reader; of pictures its own alone, whatever else the text names. */
export function contentOf(content: string, item: WithFiles, reader: FileReader): string {
  const own = new Map(filesOf(item).map((file) => [file.uuid, file]));
  return sanitizeHtmlOut(content, {
    fileAddress: (uuid) => {
      const file = own.get(uuid);
      return file ? addressOf(file, reader) : null;
    },
  });
}

/** An item as one reader has it, or as all of them do who are told at once. */
export function toSharedNews(row: NewsRow, audience: FileAudience, now: Date, parts: SharingParts): SharedNewsItem {
  const reader: FileReader = { audience, key: parts.fileKey, now };
  return {
    id: row.id,
    uuid: row.uuid,
    user_id: row.user_id,
    title: row.title,
    content_rendered: contentOf(row.content_rendered, row, reader),
    excerpt: row.excerpt,
    publish_at: row.publish_at,
    updated_at: row.updated_at,
    is_public: row.is_public,
    is_pinned: row.is_pinned,
    is_official: row.is_official,
    is_notifiable: row.is_notifiable,
    is_confirmable: row.is_confirmable,
    has_translations: parts.translator !== null,
    has_emergency_sms: false,
    preview: row.file_uuid === null ? null : { uuid: row.file_uuid },
    preview_image: pictureOf(row, reader),
    user: row.firstname === null ? null : { displayname: `${row.firstname} ${row.lastname}` },
  };
}

/** Does the school show its news to the public? */
export const isReleasing = ({ public_news, is_locked }: SchoolRow): boolean => public_news && !is_locked;

/** The public news of a school as shown on homepages and the hall screen: without author. */
export async function readPublicNews(
  db: Kysely<DB>,
  school: SchoolRow,
  limit: number,
  now: Date,
  parts: NewsParts,
): Promise<PublicNewsItem[]> {
  const rows = await listPublicNews(db, school.id, now, limit);
  return rows.map((row) => toPublicNews(row, school, now, parts));
}

/** One of them; null also for what is not public, not yet published, or another school's. */
export async function findPublicNewsItem(
  db: Kysely<DB>,
  school: SchoolRow,
  uuid: string,
  now: Date,
  parts: NewsParts,
): Promise<PublicNewsItem | null> {
  const row = await findPublicNews(db, school.id, uuid, now);
  return row && toPublicNews(row, school, now, parts);
}

/** An item for everybody. */
export function toPublicNews(
  row: NewsRow,
  { slink }: SchoolRow,
  now: Date,
  { fileKey, appUrl }: NewsParts,
): PublicNewsItem {
  const base = appUrl();
  const reader: FileReader = { audience: 'public', base, key: fileKey, now };
  return {
    uuid: row.uuid,
    title: row.title,
    content_rendered: contentOf(row.content_rendered, row, reader),
    excerpt: row.excerpt,
    publish_at: row.publish_at,
    is_pinned: row.is_pinned,
    preview_image: pictureOf(row, reader),
    // The picture above the title is seen there.
    attachments: row.attachments.filter(({ uuid }) => uuid !== row.file_uuid).map((file) => toFileEntry(file, reader)),
    url: `${base}/${slink}/news/${row.uuid}`,
  };
}

/** The name of whoever wrote an item; null: there is no such account any more. */
export const authorOf = ({ firstname, lastname }: Pick<NewsRow, 'firstname' | 'lastname'>): string | null =>
  firstname === null ? null : `${firstname} ${lastname}`;
