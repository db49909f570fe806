import { Readable } from 'node:stream';
import { type cloudApi, keepExtension, NEW_DOCUMENT_EXTENSIONS } from '@kreide/core/features/cloud';
import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import type { FeatureParts } from '../../../kernel/feature.ts';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { receiveBody } from '../../../kernel/http/uploads.ts';
import { reserveAttempt } from '../../auth/index.ts';
import { refuseOverQuota, type UploadParts } from '../../files/index.ts';
import { openCloud, openTarget, placeOf, refuseExtension, toRecorded } from '../opening.ts';
import { findEntry } from '../queries/entries.ts';
import { takeName } from '../renaming.ts';
import { toCloudFile } from '../showing.ts';
import { addFiles, fillingOf, lockFilling, refuseOverflow, storeFiles } from '../uploading.ts';
import { type EditingParts, newDocumentsOf } from './editing.ts';
import { createDocument } from './new-document.ts';

export type CreatingParts = UploadParts & EditingParts & Pick<FeatureParts, 'fileKey' | 'temporaryFolder'>;

/** Begins an empty document in a cloud, or in one of its folders (C-7.61). */
export async function createOnline(context: HandlerContext<typeof cloudApi.create>, parts: CreatingParts) {
  const { body, actor, db, now, t, language, write, record, fail } = context;
  const { school_id, user_id } = actor;
  const cloud = await openCloud(context, 'upload');
  const extension = NEW_DOCUMENT_EXTENSIONS[body.type];
  const entered = takeName(body.name, 'body.name', t);
  const name = takeName(keepExtension(entered, `x.${extension}`), 'body.name', t);
  refuseExtension(t, 'body.name', await openTarget(context, cloud, body.parent), [name]);
  const editing = await parts.editingFor(language);
  if (!newDocumentsOf(editing).includes(body.type)) return fail('office_away');
  await reserveAttempt(db, { folder: `${school_id}:${user_id}` }, now);
  const content = createDocument(body.type);
  const added = { bytes: content.length, entries: 1 };
  const saying = { t, language, quotas: parts.quotas };
  refuseOverflow(saying, await fillingOf(db, cloud.key), added);
  await refuseOverQuota(db, parts.quotas, { school_id, user_id, language, t }, content.length);
  const received = await receiveBody(Readable.from([content]), {
    name,
    maximum: FILE_MAXIMUM_BYTES,
    folder: parts.temporaryFolder,
  });
  try {
    const stored = await storeFiles({ ...context, files: [received] }, parts, []);
    const trx = await write();
    refuseOverflow(saying, await lockFilling(trx, cloud.key), added);
    const inside = { ...context, db: trx };
    const folder = await openTarget(inside, cloud, body.parent);
    refuseExtension(t, 'body.name', folder, [name]);
    const place = placeOf(folder);
    const { uuids, warnings } = await addFiles(inside, cloud, place, stored);
    const row = (await findEntry(trx, cloud.key, { uuid: uuids[0] ?? '' })) ?? fail('not_found');
    record({ entity: 'cloud_files', id: row.id, before: null, after: toRecorded(row) });
    const showing = { actor, ...cloud, fileKey: parts.fileKey, now, editing };
    return { data: toCloudFile(row, showing), meta: { warnings } };
  } finally {
    await received.discard();
  }
}
