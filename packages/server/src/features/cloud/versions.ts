import type { CloudFileAbility, cloudApi, FileVersion } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { addressOf, removeFiles, renameFiles } from '../files/index.ts';
import { type OpenCloud, type Opening, openCloud, toRecorded, toWritten } from './opening.ts';
import { KEPT_MS } from './prune.ts';
import { lockCloud, touchCloud } from './queries/clouds.ts';
import { isAnyLocked } from './queries/editing.ts';
import { type EntryRow, findEntry } from './queries/entries.ts';
import {
  deleteVersion,
  filesOf,
  keepVersions,
  listVersions,
  replaceContents,
  trimVersions,
  type VersionRow,
} from './queries/versions.ts';
import { entryCanOf, isHandedIn, toCloudFile } from './showing.ts';
import type { EditingFor } from './wopi/editing.ts';

type Api = typeof cloudApi;
type OfFile = Opening & { readonly params: { readonly id: number; readonly uuid: string | number } };

/** The file of a call, for somebody who may do something with it. */
async function openFile(
  context: OfFile,
  cloud: OpenCloud,
  ability: CloudFileAbility,
): Promise<EntryRow & { readonly file_id: number }> {
  const { params, db, actor, now, fail } = context;
  const row = await findEntry(
    db,
    cloud.key,
    typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid },
  );
  if (!row || row.file_id === null) return fail('not_found');
  if (!isAllowed(entryCanOf(row, { actor, ...cloud, now }), ability)) return fail('forbidden');
  return { ...row, file_id: row.file_id };
}

function toVersion(row: VersionRow, { actor, now }: Pick<Opening, 'actor' | 'now'>, key: Uint8Array): FileVersion {
  const reader = { audience: `user:${actor.user_id}`, key, now } as const;
  return {
    uuid: row.uuid,
    size: Number(row.size),
    written_at: row.written_at,
    written_by: row.firstname === null ? null : `${row.firstname} ${row.lastname}`,
    replaced_at: row.replaced_at,
    expires_at: new Date(Date.parse(row.replaced_at) + KEPT_MS).toISOString(),
    meta: { download_uri: addressOf({ uuid: row.file_uuid, name: row.file_name }, reader) },
  };
}

/** What the audit log keeps of a version. */
const toSaid = (row: EntryRow, version: VersionRow) => ({ ...toRecorded(row), written_at: version.written_at });

/** The former contents of files: seen by whoever has the file, brought back and deleted by whoever may write or delete it. */
export function versionHandlers({ fileKey, editingFor }: { fileKey: Uint8Array; editingFor: EditingFor }) {
  return {
    async listVersions(context: HandlerContext<Api['listVersions']>) {
      const cloud = await openCloud(context, 'view');
      const row = await openFile(context, cloud, 'download');
      const versions = await listVersions(context.db, cloud.key, row.id);
      return { data: versions.map((version) => toVersion(version, context, fileKey)) };
    },

    async restoreVersion(context: HandlerContext<Api['restoreVersion']>) {
      const { params, actor, now, language, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const { key } = cloud;
      const trx = await write();
      await lockCloud(trx, key);
      const row = await openFile({ ...context, db: trx }, cloud, 'replace');
      const version = (await listVersions(trx, key, row.id)).find(({ uuid }) => uuid === params.version_uuid);
      if (!version) return fail('not_found');
      if (await isAnyLocked(trx, key, [row.id], now)) return fail('document_open');
      await deleteVersion(trx, key, version.id);
      await keepVersions(trx, key, [row.id], now);
      const { file_id, thumbnail_id, size } = version;
      const content = { id: row.id, file_id, thumbnail_id, size: Number(size) };
      await replaceContents(trx, key, [content], { user_id: actor.user_id }, now);
      await removeFiles(trx, actor.school_id, await trimVersions(trx, key, [row.id]), now);
      await renameFiles(trx, actor.school_id, [{ id: file_id, name: row.name }]);
      const grown = Number(size) - Number(row.size);
      await touchCloud(trx, key, { size: grown, isHandedIn: isHandedIn(row) }, now);
      const after = (await findEntry(trx, key, { id: row.id })) ?? fail('not_found');
      record({ entity: 'cloud_files', id: row.id, before: toWritten(row), after: toWritten(after) });
      const showing = { actor, ...cloud, fileKey, now, editing: await editingFor(language) };
      return { data: toCloudFile(after, showing) };
    },

    async removeVersion(context: HandlerContext<Api['removeVersion']>): Promise<undefined> {
      const { params, actor, now, write, record, fail } = context;
      const cloud = await openCloud(context, 'view');
      const { key } = cloud;
      const trx = await write();
      await lockCloud(trx, key);
      const row = await openFile({ ...context, db: trx }, cloud, 'delete');
      const version = (await listVersions(trx, key, row.id)).find(({ uuid }) => uuid === params.version_uuid);
      if (!version) return fail('not_found');
      await deleteVersion(trx, key, version.id);
      await removeFiles(trx, actor.school_id, filesOf([version]), now);
      record({ entity: 'cloud_versions', id: version.id, before: toSaid(row, version), after: null });
    },
  };
}
