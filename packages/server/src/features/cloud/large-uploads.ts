import { CLOUD_ALT_MAXIMUM, type cloudApi, type PartialUpload as ShownUpload } from '@kreide/core/features/cloud';
import { LARGE_FILE_MAXIMUM_BYTES, UPLOAD_PATH } from '@kreide/core/features/files';
import { API_BASE, ApiError } from '@kreide/core/kernel';
import { max } from '@kreide/core/validation';
import type { FeatureParts } from '../../kernel/feature.ts';
import { toFileName } from '../../kernel/files/index.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import {
  beginPartial,
  deletePartial,
  dropPartial,
  openPartial,
  type PartialUpload,
  type UploadParts,
  withPartial,
} from '../files/index.ts';
import { type OpenCloud, type Opening, openCloud, openTarget, refuseExtension, refuseField } from './opening.ts';
import type { CloudKey } from './queries/entries.ts';
import { fillingOf, type PlacingParts, placeStored, refuseOverflow, roomOf, storeFiles } from './uploading.ts';

type Api = typeof cloudApi;
type LargeParts = UploadParts & PlacingParts & Pick<FeatureParts, 'partialFolder'>;
type OfUpload = Opening & { readonly params: { readonly id: number; readonly upload_uuid: string } };

const toShown = ({ uuid, name, size, offset, expires_at }: PartialUpload): ShownUpload => ({
  uuid,
  name,
  size,
  offset,
  uri: `${API_BASE}${UPLOAD_PATH}/${uuid}`,
  expires_at,
});

/** Large files, which come in parts: begun and made a file here, while the protocol of the parts knows nothing of clouds. */
export function largeUploadHandlers(parts: LargeParts) {
  const whose = ({ actor, params }: OfUpload, key: CloudKey) => ({
    school_id: actor.school_id,
    user_id: actor.user_id,
    uuid: params.upload_uuid,
    room: roomOf(key),
  });
  async function open(context: OfUpload, { key }: OpenCloud): Promise<PartialUpload> {
    return (await openPartial(parts, whose(context, key), context.now)) ?? context.fail('not_found');
  }

  return {
    async beginUpload(context: HandlerContext<Api['beginUpload']>) {
      const { body, actor, db, now, t, language } = context;
      const { school_id, user_id } = actor;
      const { size } = body;
      const name = toFileName(body.name);
      if (size > LARGE_FILE_MAXIMUM_BYTES)
        throw new ApiError({ code: 'too_large', params: { maximum: LARGE_FILE_MAXIMUM_BYTES } });
      const cloud = await openCloud(context, 'upload');
      refuseExtension(t, 'body.name', await openTarget(context, cloud, body.parent), [name]);
      const saying = { t, language, quotas: parts.quotas };
      refuseOverflow(saying, await fillingOf(db, cloud.key), { bytes: size, entries: 1 });
      const begun = await beginPartial(parts, {
        school_id,
        user_id,
        room: roomOf(cloud.key),
        name,
        size,
        now,
        language,
        t,
      });
      try {
        // Others may have begun at the same time.
        refuseOverflow(saying, await fillingOf(db, cloud.key), { bytes: 0, entries: 1 });
      } catch (refusal) {
        await dropPartial(parts, parts.database.kysely, { school_id, uuid: begun.uuid });
        throw refusal;
      }
      return { data: toShown(begun) };
    },

    async getUpload(context: HandlerContext<Api['getUpload']>) {
      return { data: toShown(await open(context, await openCloud(context, 'upload'))) };
    },

    async finishUpload(context: HandlerContext<Api['finishUpload']>) {
      const { body, actor, t, fail } = context;
      const cloud = await openCloud(context, 'upload');
      const upload = await open(context, cloud);
      if (upload.offset < upload.size) refuseField(t, 'params.upload_uuid', 'uploadIncomplete');
      const { parent, alt_name = '', has_push = false, is_replacing = false, pieces } = body;
      if (!max(alt_name.trim(), CLOUD_ALT_MAXIMUM))
        refuseField(t, 'body.alt_name', 'altMax', { maximum: CLOUD_ALT_MAXIMUM });
      // What is refused anyway is not looked through first.
      refuseExtension(t, 'files', await openTarget(context, cloud, parent), [upload.name]);
      const { school_id } = actor;
      const { uuid, size } = upload;
      return withPartial(parts, { upload, school_id, pieces, t }, async (received) => {
        const size_limits = { going: size, maximum: LARGE_FILE_MAXIMUM_BYTES };
        const stored = await storeFiles({ ...context, files: [received] }, parts, [alt_name], size_limits);
        const wish = { parent, has_push, is_replacing, names: [upload.name] };
        const { rows, warnings } = await placeStored(context, parts, cloud, {
          ...wish,
          stored,
          added: { bytes: size, entries: 1 },
          // Its bytes are those of a file from now on.
          before: async (trx) => {
            if (!(await deletePartial(trx, school_id, uuid))) fail('not_found');
          },
        });
        context.afterCommit(() => dropPartial(parts, parts.database.kysely, { school_id, uuid }));
        const [data] = rows;
        return data ? { data, meta: { warnings } } : fail('not_found');
      });
    },

    async discardUpload(context: HandlerContext<Api['discardUpload']>): Promise<undefined> {
      const cloud = await openCloud(context, 'view');
      const { uuid } = await open(context, cloud);
      await dropPartial(parts, await context.write(), { school_id: context.actor.school_id, uuid });
    },
  };
}
