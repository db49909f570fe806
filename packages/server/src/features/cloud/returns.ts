import {
  type cloudApi,
  type HandInReturn,
  isHandInFolder,
  RETURN_REMARK_MAXIMUM,
  returnProblem,
} from '@kreide/core/features/cloud';
import { toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { reserveAttempt } from '../auth/index.ts';
import { listMemberIds, type WithdrawTold } from '../channels/index.ts';
import { addressOf, refuseOverQuota, type UploadParts } from '../files/index.ts';
import { listPupilsAmong } from '../users/index.ts';
import { type OpenCloud, type Opening, openCloud, refuseField } from './opening.ts';
import { deleteEntries } from './queries/change.ts';
import { lockCloud, touchCloud } from './queries/clouds.ts';
import { type EntryRow, findEntry } from './queries/entries.ts';
import { deleteReturn, insertReturn, listReturnedFiles, listReturns, type ReturnRow } from './queries/returns.ts';
import { addFiles, fillingOf, lockFilling, refuseOverflow, storeFiles } from './uploading.ts';

type Api = typeof cloudApi;

/** Tells a pupil that something was given back, in the caller's transaction: in which folder, and by whom. */
export type ReturnTeller = (
  db: Kysely<DB>,
  told: {
    readonly school_id: number;
    readonly channel_id: number;
    readonly user_id: number;
    readonly uuid: string;
    readonly folder: { readonly uuid: string; readonly name: string };
    readonly by: string;
    readonly by_id: number;
  },
  now: Date,
) => Promise<void>;

export interface ReturnWays {
  readonly tellOfReturns: ReturnTeller;
  readonly withdrawTold: WithdrawTold;
}

type InFolder = Opening & { readonly params: { readonly id: number; readonly uuid: string | number } };

/** The hand-in folder of a call. */
async function openHandIn({ params, db, fail }: InFolder, { key }: OpenCloud): Promise<EntryRow> {
  const folder = await findEntry(
    db,
    key,
    typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid },
  );
  return folder && isHandInFolder(folder) ? folder : fail('not_found');
}

function toReturn(row: ReturnRow, { actor, now }: Pick<Opening, 'actor' | 'now'>, key: Uint8Array): HandInReturn {
  const { uuid, user_id, remark, returned_at, firstname, lastname } = row;
  const reader = { audience: `user:${actor.user_id}`, key, now } as const;
  const files = row.files.map((file) => ({
    uuid: file.uuid,
    name: file.name,
    uri: addressOf({ uuid: file.file_uuid, name: file.file_name }, reader),
  }));
  const returned_by = firstname === null ? null : `${firstname} ${lastname}`;
  const isOther = user_id !== actor.user_id && row.receiver_firstname !== null;
  const returned_to = isOther ? `${row.receiver_firstname} ${row.receiver_lastname}` : null;
  return { uuid, user_id, remark, returned_at, returned_by, returned_to, files };
}

const handInOf = (uuid: string) => `return:${uuid}` as const;

/** Giving back to one pupil what was handed in, and taking it back again. */
export function returnHandlers({
  fileKey,
  tellOfReturns,
  withdrawTold,
  ...parts
}: UploadParts & ReturnWays & { fileKey: Uint8Array }) {
  return {
    async listReturns(context: HandlerContext<Api['listReturns']>) {
      const cloud = await openCloud(context, 'view');
      const folder = await openHandIn(context, cloud);
      const rows = await listReturns(context.db, cloud.key, folder.id);
      return { data: rows.map((row) => toReturn(row, context, fileKey)) };
    },

    async giveBack(context: HandlerContext<Api['giveBack']>) {
      const { body, files, actor, db, now, t, language, write, record, fail } = context;
      const { school_id, user_id: returned_by } = actor;
      const cloud = await openCloud(context, 'manage');
      const { channel_id } = cloud.key;
      await openHandIn(context, cloud);
      const members = await listMemberIds(db, { school_id, id: channel_id });
      const [pupil] = await listPupilsAmong(
        db,
        school_id,
        members.filter((id) => id === body.user_id),
        toLocal(now, actor.time_zone).date,
      );
      if (!pupil) return fail('not_found');
      const remark = (body.remark ?? '').replace(/\r\n?/g, '\n').trim();
      const rule = returnProblem({ remark, files: files.length });
      refuseField(t, 'body.remark', rule, { maximum: RETURN_REMARK_MAXIMUM });
      const saying = { t, language, quotas: parts.quotas };
      const added = { bytes: files.reduce((sum, { size }) => sum + size, 0), entries: files.length };
      refuseOverflow(saying, await fillingOf(db, cloud.key), added);
      await refuseOverQuota(db, parts.quotas, { school_id, user_id: returned_by, language, t }, added.bytes);
      await reserveAttempt(db, { returned: `${school_id}:${returned_by}` }, now);
      const stored = await storeFiles(context, parts, []);

      const trx = await write();
      refuseOverflow(saying, await lockFilling(trx, cloud.key), added);
      const inside = { ...context, db: trx };
      const folder = await openHandIn(inside, cloud);
      const values = { folder_id: folder.id, user_id: pupil.id, remark, returned_by };
      const { id, uuid } = await insertReturn(trx, cloud.key, values, now);
      await addFiles(inside, cloud, { id: folder.id, isHandIn: true, return_id: id }, stored);
      const [row] = await listReturns(trx, cloud.key, folder.id, uuid);
      if (!row) return fail('not_found');
      const given = toReturn(row, context, fileKey);
      const by = { by: given.returned_by ?? '', by_id: returned_by };
      const told = { school_id, channel_id, user_id: pupil.id, uuid, folder, ...by };
      await tellOfReturns(trx, told, now);
      record({ entity: 'cloud_returns', id, before: null, after: { folder: folder.name, user_id: pupil.id } });
      return { data: given };
    },

    async takeBack(context: HandlerContext<Api['takeBack']>): Promise<undefined> {
      const { params, actor, now, write, record, fail } = context;
      const cloud = await openCloud(context, 'manage');
      const trx = await write();
      await lockCloud(trx, cloud.key);
      const folder = await openHandIn({ ...context, db: trx }, cloud);
      const [row] = await listReturns(trx, cloud.key, folder.id, params.return_uuid);
      if (!row) return fail('not_found');
      const files = await listReturnedFiles(trx, cloud.key, row.id);
      await deleteEntries(
        trx,
        cloud.key,
        files.map(({ id }) => id),
        now,
      );
      const size = -files.reduce((sum, file) => sum + Number(file.size), 0);
      await touchCloud(trx, cloud.key, { size, files: -files.length, isHandedIn: true }, now);
      await deleteReturn(trx, cloud.key, row.id);
      await withdrawTold(trx, { school_id: actor.school_id, told_of: [handInOf(row.uuid)] }, now);
      record({
        entity: 'cloud_returns',
        id: row.id,
        before: { folder: folder.name, user_id: row.user_id },
        after: null,
      });
    },
  };
}
