import { Readable } from 'node:stream';
import type { cloudApi } from '@kreide/core/features/cloud';
import type { FeatureParts } from '../../kernel/feature.ts';
import { writeArchive } from '../../kernel/files/archive.ts';
import { checkFileAddress, toDisposition, toFileName } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { findChannel } from '../channels/index.ts';
import { isPresent } from '../users/index.ts';
import { archivePaths } from './archive-names.ts';
import { placeOf, viewOf } from './opening.ts';
import { findEntry } from './queries/entries.ts';
import { findFolder, listBelow, reviews } from './queries/files-of.ts';
import { countTraffic } from './queries/traffic.ts';

/** A folder as one ZIP, written while it is read (C-2.123): whoever has left the channel gets it no longer, and of what
 * was handed in everybody gets their own; who reviews gets all of it, in folders by its owners. */
export async function serveFolder(
  { params, query, db, now, t, request, fail }: HandlerContext<typeof cloudApi.archive>,
  { fileKey, store }: Pick<FeatureParts, 'fileKey' | 'store'>,
) {
  const check = checkFileAddress(fileKey, params, query, now);
  if (!check.ok || !check.audience.startsWith('user:')) return fail('not_found');
  const reader = Number(check.audience.slice('user:'.length));
  const folder = await findFolder(db, params.uuid);
  if (!folder || toFileName(`${folder.name}.zip`) !== params.name) return fail('not_found');
  const { school_id, channel_id } = folder;
  if (!(await isPresent(db, school_id, reader, now))) return fail('not_found');
  const channel = await findChannel(db, school_id, reader, { id: channel_id });
  if (!channel || channel.member_id === null) return fail('not_found');
  const view = await viewOf(db, { school_id, channel_id, user_id: reader, reviews: reviews(channel) });
  const entry = (await findEntry(db, view, { id: folder.id })) ?? fail('not_found');
  const files = await listBelow(db, view, folder.id, placeOf(entry).isHandIn);
  const paths = archivePaths(files, {
    byOwner: view.reviews,
    nobody: t('cloud:details.nobody'),
    returned: t('cloud:details.returned'),
  });
  const entries = files.map(({ uuid }, at) => ({ name: paths[at] ?? uuid, content: () => store.open(uuid) }));
  if (request.method === 'GET')
    await countTraffic(db, view, {
      downloads: files.length,
      downstream: files.reduce((sum, { size }) => sum + Number(size), 0),
    });
  const headers = {
    'cache-control': 'private, no-store',
    'content-disposition': toDisposition('attachment', params.name),
    'content-type': 'application/zip',
    'x-content-type-options': 'nosniff',
  };
  return new FileAnswer(Readable.from(writeArchive(entries, now)), headers);
}
