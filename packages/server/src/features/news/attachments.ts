import { ALT_NAME_MAXIMUM } from '@kreide/core/features/files';
import {
  isPicture,
  NEWS_UPLOADS_MAXIMUM,
  type NewsFile,
  newsAbilitiesOf,
  type newsApi,
} from '@kreide/core/features/news';
import { ApiError, isAllowed, type Translate } from '@kreide/core/kernel';
import { max } from '@kreide/core/validation';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { filesIn } from '../../kernel/text/html.ts';
import {
  countUploads,
  describeFiles,
  keepUploads,
  listUploads,
  removeFiles,
  storeUpload,
  toFileEntry,
  type UploadParts,
} from '../files/index.ts';
import { hasPermission } from '../users/index.ts';
import { type AttachedFile, setAttachments, setPreview } from './queries/attachments.ts';
import { isCarried, isReceiver } from './queries/file-readers.ts';
import { filesOf, type WithFiles } from './render.ts';

/** Uploads that nothing came of are removed after a day; until then there may be so many. */
const WAIT_SECONDS = 60 * 60;

/** Takes files for an item that is being written. */
export async function uploadFiles(
  { files, actor, db, now, language, t }: HandlerContext<typeof newsApi.upload> & { actor: Actor },
  { fileKey, ...parts }: UploadParts & { fileKey: Uint8Array },
) {
  const { school_id, user_id } = actor;
  if (files.length === 0)
    refuseIssues([{ path: 'files', rule: 'filesRequired', params: {}, message: t('news:rules.filesRequired') }]);
  if ((await countUploads(db, { school_id, user_id })) + files.length > NEWS_UPLOADS_MAXIMUM)
    throw new ApiError({ code: 'too_many', retry_after: WAIT_SECONDS });
  const reader = { audience: `user:${user_id}`, key: fileKey, now } as const;
  const data = [];
  for (const file of files)
    data.push(toFileEntry(await storeUpload(parts, file, { school_id, user_id, now, language, t }), reader));
  return { data };
}

/** A description as it is kept. */
export const toAltName = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const altIssue = (path: string, text: string, t: Translate) =>
  max(toAltName(text), ALT_NAME_MAXIMUM)
    ? []
    : [{ path, rule: 'altMax', params: {}, message: t('files:rules.altMax', { maximum: ALT_NAME_MAXIMUM }) }];

/** The files of an item as a draft wants them. */
export interface Attaching {
  readonly files: readonly AttachedFile[];
  /** The picture above the title; left out: it stays. */
  readonly preview?: AttachedFile | null;
  /** Those of them that were uploads. */
  readonly added: readonly number[];
  /** Those that the item had and has no more. */
  readonly dropped: readonly number[];
}

/** What a draft says of files; what it leaves out stays as it is. */
interface NamedFiles {
  readonly files?: readonly NewsFile[] | undefined;
  readonly preview?: { readonly uuid: string } | null | undefined;
}

/** What an item has. */
export interface Attached {
  readonly attachments: readonly AttachedFile[];
  readonly file_id: number | null;
}

/**
 * The files that a draft names: uploads of the actor, which are held until the commit, and what the item has. Refuses any other, naming it. The picture
 * above the title is one of them, or the one that is there.
 */
export async function findAttaching(
  db: Kysely<DB>,
  { school_id, user_id }: Actor,
  { files: wanted, preview }: NamedFiles,
  { attachments: had, file_id }: Attached,
  t: Translate,
): Promise<Attaching> {
  const named = wanted ?? had.map(({ uuid, alt_name }) => ({ uuid, alt_name }));
  const uuids = named.map(({ uuid }) => uuid);
  const unknown = uuids.filter((uuid) => !had.some((file) => file.uuid === uuid));
  const uploads = unknown.length > 0 ? await listUploads(db, { school_id, user_id }, unknown) : [];
  const known = new Map([...had, ...uploads].map((file) => [file.uuid, file]));
  const message = t('news:rules.fileGone');
  refuseIssues(
    named.flatMap(({ uuid, alt_name = '' }, at) => [
      ...(known.has(uuid) && uuids.indexOf(uuid) === at
        ? []
        : [{ path: `body.files.${at}.uuid`, rule: 'fileGone', params: {}, message }]),
      ...altIssue(`body.files.${at}.alt_name`, alt_name, t),
    ]),
  );
  const files = named.flatMap(({ uuid, alt_name }) => {
    const file = known.get(uuid);
    return file ? [{ ...file, alt_name: alt_name === undefined ? file.alt_name : toAltName(alt_name) }] : [];
  });
  const dropped = had.filter(({ uuid }) => !uuids.includes(uuid)).map(({ id }) => id);
  const above = files.find(({ id, uuid }) => (preview === undefined ? id === file_id : uuid === preview?.uuid));
  if (preview && !(above && isPicture(above)))
    refuseIssues([{ path: 'body.preview.uuid', rule: 'preview', params: {}, message: t('news:rules.preview') }]);
  // One that is no attachment stays until the draft says otherwise.
  const stays = preview === undefined && !above && !(file_id !== null && dropped.includes(file_id));
  return { files, added: uploads.map(({ id }) => id), dropped, ...(!stays && { preview: above ?? null }) };
}

/** Refuses a text that names a picture which is no file of its item: readers would not get it. */
export function refusePictures(content: string, item: WithFiles, t: Translate): void {
  const own = filesOf(item).map(({ uuid }) => uuid);
  const isForeign = filesIn(content).some((uuid) => !own.includes(uuid));
  const message = t('news:rules.pictureForeign');
  refuseIssues(isForeign ? [{ path: 'body.content', rule: 'pictureForeign', params: {}, message }] : []);
}

/**
 * Writes the files of an item: uploads stay, what it has no more goes. Answers the uuids whose contents can be removed after
 * the commit.
 */
export async function writeAttachments(
  db: Kysely<DB>,
  schoolId: number,
  newsId: number,
  { files, preview, added, dropped }: Attaching,
  now: Date,
): Promise<string[]> {
  await keepUploads(db, schoolId, added, 'news_attachment');
  await describeFiles(db, schoolId, files);
  await setAttachments(
    db,
    schoolId,
    newsId,
    files.map(({ id }) => id),
  );
  if (preview !== undefined)
    await setPreview(db, schoolId, newsId, { file_id: preview?.id ?? null, alt_name: preview?.alt_name ?? '' });
  return removeFiles(db, schoolId, dropped, now);
}

/** Removes contents that nobody gets any more. */
export const dropContents = (
  uuids: readonly string[],
  { afterCommit }: Pick<HandlerContext, 'afterCommit'>,
  store: FileStore,
): void => {
  for (const uuid of uuids) afterCommit(() => store.remove(uuid));
};

/**
 * May somebody read a file of an item at an address that they were given earlier? Its author and who manages news may; its
 * receivers while they receive it and it is published.
 */
export async function isNewsReader(
  db: Kysely<DB>,
  file: { readonly school_id: number; readonly id: number },
  userId: number,
  now: Date,
): Promise<boolean> {
  if (await isReceiver(db, file, userId, now)) return true;
  return (await isCarried(db, file)) && hasPermission(db, file.school_id, userId, 'manage-news');
}

export const mayChange = (actor: Actor, item: { user_id: number | null }): boolean =>
  isAllowed(newsAbilitiesOf(actor, item), 'update');
