import { CLOUD_ORDER_DEFAULT, CLOUD_PAGE, CLOUDS_PAGE, cloudApi } from '@kreide/core/features/cloud';
import { toLocal } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { findChannel, listChannelsOf, readerOf } from '../channels/index.ts';
import { countUsedBytes, type UploadParts } from '../files/index.ts';
import { childrenOf } from '../users/index.ts';
import { changingHandlers } from './changing.ts';
import { serveFolder } from './folder-archive.ts';
import { listHandIns } from './hand-ins.ts';
import { type Opening, openCloud, openFolder } from './opening.ts';
import { findCloud, listClouds } from './queries/clouds.ts';
import { findByPath, findEntry, listEntries } from './queries/entries.ts';
import { type ReturnWays, returnHandlers } from './returns.ts';
import { toCloudFile, toClouds } from './showing.ts';
import { fillingOf, shareOf, uploadFiles } from './uploading.ts';

export type CloudParts = UploadParts & Pick<FeatureParts, 'fileKey'> & ReturnWays;

/** A page with the first row of the next. */
const pageOf = (page: number | undefined, size: number) => ({ offset: ((page ?? 1) - 1) * size, limit: size + 1 });

async function cloudsReaderOf({ actor, db, now, t }: HandlerContext<typeof cloudApi.listOwn>) {
  const today = toLocal(now, actor.time_zone).date;
  const children = await childrenOf(db, actor.school_id, actor.user_id, today);
  return { ...readerOf(actor, t), children: children.map(({ id }) => id) };
}

export function cloudHandlers(parts: CloudParts) {
  const { fileKey, quotas } = parts;
  /** How full a channel is: to the byte, it would tell that somebody has handed something in. */
  async function getShare(context: Omit<Opening, 'params'>, id: number) {
    const { key } = await openCloud({ ...context, params: { id } }, 'view');
    const { size } = await fillingOf(context.db, key);
    return { used: key.reviews ? size : Math.ceil(size / 1_000_000) * 1_000_000, maximum: shareOf(quotas) };
  }

  return implement(cloudApi, {
    ...changingHandlers(parts),
    upload: (context) => uploadFiles(context, parts),
    archive: (context) => serveFolder(context, parts),

    async listOwn(context) {
      const { query, actor, db, now } = context;
      const { page, search } = query;
      const rows = await listClouds(db, await cloudsReaderOf(context), { search, ...pageOf(page, CLOUDS_PAGE) });
      const ids = rows.map(({ id }) => id);
      const channels = await listChannelsOf(db, actor.school_id, actor.user_id, ids);
      return { data: await toClouds(db, rows, channels, { actor, now }) };
    },

    async getUsage(context) {
      const { query, actor, db } = context;
      const hasSchool = actor.permissions.has('edit-school');
      const used = await countUsedBytes(db, actor, { hasSchool });
      const person = { used: used.person, maximum: quotas.person };
      const channel = query.channel_id === undefined ? null : await getShare(context, query.channel_id);
      return { data: { person, channel, school: hasSchool ? { used: used.school, maximum: quotas.school } : null } };
    },

    async get(context) {
      const { params, actor, db, now, t, fail } = context;
      const { key } = await openCloud(context, 'view');
      const row = await findCloud(db, { ...readerOf(actor, t), children: key.children }, key.channel_id);
      const channel = await findChannel(db, actor.school_id, actor.user_id, { id: params.id });
      const [data] = row && channel ? await toClouds(db, [row], [channel], { actor, now }) : [];
      return data ? { data } : fail('not_found');
    },

    async list(context) {
      const { query, actor, db, now, fail } = context;
      const { key, can } = await openCloud(context, 'view');
      const { path, parent, page, search, file_type, ...order } = query;
      const names = (path ?? '').split('/').filter((part) => part !== '');
      const atPath = names.length > 0 ? ((await findByPath(db, key, names)) ?? fail('not_found')) : null;
      const folder = await openFolder(context, key, parent);
      const rows = await listEntries(db, key, {
        parent_id: folder?.id ?? atPath,
        file_type: file_type === 'folder' ? 'DIR' : file_type,
        search,
        orderBy: order.orderBy ?? CLOUD_ORDER_DEFAULT.orderBy,
        orderDir: order.orderDir ?? CLOUD_ORDER_DEFAULT.orderDir,
        ...pageOf(page, CLOUD_PAGE),
      });
      return { data: rows.map((row) => toCloudFile(row, { actor, can, key, fileKey, now })) };
    },

    async getFile(context) {
      const { params, actor, db, now, fail } = context;
      const { key, can } = await openCloud(context, 'view');
      const ref = typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid };
      const row = (await findEntry(db, key, ref)) ?? fail('not_found');
      const parents = row.above.map(({ uuid, name }) => ({ uuid, name }));
      return { data: { ...toCloudFile(row, { actor, can, key, fileKey, now }), parents } };
    },

    listHandIns,
    ...returnHandlers(parts),
  });
}
