import { CLOUD_ORDER_DEFAULT, CLOUD_PAGE, CLOUDS_PAGE, cloudApi } from '@kreide/core/features/cloud';
import { toLocal } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { findChannel, listChannelsOf, readerOf } from '../channels/index.ts';
import { countUsedBytes, personMaximum, type UploadParts } from '../files/index.ts';
import { childrenOf } from '../users/index.ts';
import { binHandlers } from './bin.ts';
import { changingHandlers } from './changing.ts';
import { serveFolder } from './folder-archive.ts';
import { listHandIns } from './hand-ins.ts';
import { largeUploadHandlers } from './large-uploads.ts';
import { type Opening, openCloud, openFolder } from './opening.ts';
import { countKept, countSeenBin } from './queries/bin.ts';
import { findCloud, listClouds } from './queries/clouds.ts';
import { findByPath } from './queries/entries.ts';
import { FIRST_PAGE, getFile, listFolder } from './reading.ts';
import { listChatFolder } from './reserved.ts';
import { type ReturnWays, returnHandlers } from './returns.ts';
import { toClouds } from './showing.ts';
import { storageHandlers } from './storage.ts';
import type { UploadTeller } from './telling.ts';
import { fillingOf, shareOf, uploadFiles } from './uploading.ts';
import { versionHandlers } from './versions.ts';
import { type CreatingParts, createOnline } from './wopi/creating.ts';
import { editingHandlers } from './wopi/handlers.ts';

export type CloudParts = UploadParts &
  Pick<FeatureParts, 'fileKey' | 'partialFolder'> &
  ReturnWays &
  CreatingParts & { readonly tellOfUploads: UploadTeller };

/** A page with the first row of the next. */
const pageOf = (page: number | undefined, size: number) => ({ offset: ((page ?? 1) - 1) * size, limit: size + 1 });

async function cloudsReaderOf({ actor, db, now, t }: HandlerContext<typeof cloudApi.listOwn>) {
  const today = toLocal(now, actor.time_zone).date;
  const children = await childrenOf(db, actor.school_id, actor.user_id, today);
  return { ...readerOf(actor, t), children: children.map(({ id }) => id) };
}

export function cloudHandlers(parts: CloudParts) {
  const { fileKey, quotas, editingFor } = parts;
  /** How full a channel is: to the byte, it would tell that somebody has handed something in. */
  async function getShare(context: Omit<Opening, 'params'>, id: number) {
    const { key } = await openCloud({ ...context, params: { id } }, 'view');
    const { size } = await fillingOf(context.db, key);
    const used = key.reviews ? size : Math.ceil(size / 1_000_000) * 1_000_000;
    const { versions } = await countKept(context.db, key);
    const bin = await countSeenBin(context.db, key);
    return { used, maximum: shareOf(quotas), bin, versions: key.reviews ? versions : null };
  }

  return implement(cloudApi, {
    ...changingHandlers(parts),
    ...editingHandlers(parts),
    ...binHandlers(parts),
    ...versionHandlers(parts),
    ...storageHandlers(parts),
    ...largeUploadHandlers(parts),
    upload: (context) => uploadFiles(context, parts),
    create: (context) => createOnline(context, parts),
    archive: (context) => serveFolder(context, parts),

    async listOwn(context) {
      const { query, actor, db, now } = context;
      const { page, search, group } = query;
      const rows = await listClouds(db, await cloudsReaderOf(context), { search, group, ...pageOf(page, CLOUDS_PAGE) });
      const ids = rows.map(({ id }) => id);
      const channels = await listChannelsOf(db, actor.school_id, actor.user_id, ids);
      return {
        data: await toClouds(db, rows, channels, { actor, editing: await editingFor(context.language), now, fileKey }),
      };
    },

    async getUsage(context) {
      const { query, actor, db } = context;
      const hasSchool = actor.permissions.has('edit-school');
      const used = await countUsedBytes(db, actor, { hasSchool });
      const person = { used: used.person, maximum: personMaximum(quotas, used.limit) };
      const channel = query.channel_id === undefined ? null : await getShare(context, query.channel_id);
      return { data: { person, channel, school: hasSchool ? { used: used.school, maximum: quotas.school } : null } };
    },

    async get(context) {
      const { params, actor, db, now, t, fail } = context;
      const opened = await openCloud(context, 'view');
      const { key } = opened;
      const row = await findCloud(db, { ...readerOf(actor, t), children: key.children }, key.channel_id);
      const channel = await findChannel(db, actor.school_id, actor.user_id, { id: params.id });
      const editing = await editingFor(context.language);
      const [data] = row && channel ? await toClouds(db, [row], [channel], { actor, editing, now, fileKey }) : [];
      if (!data) return fail('not_found');
      const files = await listFolder(db, opened, null, FIRST_PAGE, { actor, fileKey, now, editing });
      return { data: { ...data, files } };
    },

    async list(context) {
      const { query, actor, db, now, fail } = context;
      const opened = await openCloud(context, 'view');
      const { key, chat } = opened;
      const { path, parent, page, search, file_type, orderBy, orderDir } = query;
      const showing = { actor, fileKey, now, editing: await editingFor(context.language) };
      const wanted = {
        file_type: file_type === 'folder' ? ('DIR' as const) : file_type,
        search,
        orderBy: orderBy ?? CLOUD_ORDER_DEFAULT.orderBy,
        orderDir: orderDir ?? CLOUD_ORDER_DEFAULT.orderDir,
        ...pageOf(page, CLOUD_PAGE),
      };
      const names = (path ?? '').split('/').filter((part) => part !== '');
      if (chat && (parent === chat.uuid || (names.length === 1 && names[0] === chat.name && parent === undefined)))
        return { data: await listChatFolder(db, chat, wanted, { ...showing, key }) };
      const atPath = names.length > 0 ? ((await findByPath(db, key, names)) ?? fail('not_found')) : null;
      const folder = await openFolder(context, key, parent);
      return { data: await listFolder(db, opened, folder?.id ?? atPath, wanted, showing) };
    },

    getFile: (context) => getFile(context, parts),

    listHandIns,
    ...returnHandlers(parts),
  });
}
