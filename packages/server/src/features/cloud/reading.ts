import { CLOUD_ORDER_DEFAULT, CLOUD_PAGE, type CloudFile, type cloudApi } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { type OpenCloud, openCloud } from './opening.ts';
import { findEntry, type Listing, listEntries } from './queries/entries.ts';
import { findChatFolder, findInChat } from './reserved.ts';
import { type Showing, takenBy, toCloudFile } from './showing.ts';
import type { EditingParts } from './wopi/editing.ts';

type Wanted = Omit<Listing, 'parent_id'>;

/** A list that is asked for without any wish, with the row that opens its next page. */
export const FIRST_PAGE: Wanted = {
  ...CLOUD_ORDER_DEFAULT,
  file_type: undefined,
  search: undefined,
  offset: 0,
  limit: CLOUD_PAGE + 1,
};

/** A page of a folder; at the top of a cloud, that of its chat comes before all others. */
export async function listFolder(
  db: Kysely<DB>,
  { key, can, chat }: OpenCloud,
  parent_id: number | null,
  wanted: Wanted,
  showing: Omit<Showing, 'can' | 'key'>,
): Promise<CloudFile[]> {
  const isTop = parent_id === null && wanted.search === undefined && wanted.file_type !== 'FILE';
  const first = isTop ? await findChatFolder(db, chat, { ...showing, key }) : null;
  const { offset, limit } = wanted;
  const isFirstPage = offset === 0;
  const shift =
    first === null ? { offset, limit } : { offset: Math.max(0, offset - 1), limit: limit - (isFirstPage ? 1 : 0) };
  const rows = await listEntries(db, key, { ...wanted, ...shift, parent_id });
  const files = rows.map((row) => toCloudFile(row, { ...showing, can, key }));
  return first !== null && isFirstPage ? [first, ...files] : files;
}

/** One file or folder, with what a list does not tell of each. */
export async function getFile(
  context: HandlerContext<typeof cloudApi.getFile>,
  { fileKey, editingFor, tokenFor }: Pick<FeatureParts, 'fileKey'> & EditingParts,
) {
  const { params, query, actor, db, now, fail } = context;
  const opened = await openCloud(context, 'view');
  const { key, can, chat } = opened;
  const ref = typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid };
  const row = await findEntry(db, key, ref);
  const reading = { actor, key, fileKey, now };
  if (!row) {
    const found = 'uuid' in ref ? await findInChat(db, chat, ref.uuid, { ...reading, limit: FIRST_PAGE.limit }) : null;
    return found && isSame(query, found) ? { data: found } : fail('not_found');
  }
  if (!isSame(query, { ...row, cloud_id: row.channel_id })) return fail('not_found');
  const parents = row.above.map(({ id: file_id, uuid, name }, at) => ({
    file_id,
    parent_id: row.above[at - 1]?.id ?? null,
    uuid,
    name,
  }));
  const showing = { actor, fileKey, now, editing: await editingFor(context.language) };
  const file = toCloudFile(row, { ...showing, can, key });
  // A list would hand out as many ways to write as it has rows.
  const token = isAllowed(file.can, 'collaborate') ? tokenFor(actor, row, now) : {};
  const isFolder = row.file_id === null;
  const children = isFolder ? await listFolder(db, opened, row.id, FIRST_PAGE, showing) : [];
  const taken_extensions = isFolder ? [...takenBy(row)] : [];
  return { data: { ...file, meta: { ...file.meta, ...token }, parents, taken_extensions, children } };
}

/** Is it still the one, and still there, that the asker knows? */
const isSame = (
  { id, source_id }: { readonly id?: number | undefined; readonly source_id?: number | undefined },
  file: Pick<CloudFile, 'id' | 'parent_id' | 'cloud_id'>,
): boolean => (id ?? file.id) === file.id && (source_id ?? placeOf(file)) === placeOf(file);

const placeOf = ({ parent_id, cloud_id }: Pick<CloudFile, 'parent_id' | 'cloud_id'>) => parent_id ?? cloud_id;
