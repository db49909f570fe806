import { EDIT_LOCK_MAXIMUM, stemOf } from '@kreide/core/features/cloud';
import { isAllowed } from '@kreide/core/kernel';
import type { OpenedFile } from './opened.ts';

/** One person of one school, for an office server, which need not know our numbers as they are. */
const toPerson = (schoolId: number, userId: number | null): string => `s${schoolId}u${userId ?? 0}`;

/** What an office server learns of a file and of the person who opens it (CheckFileInfo). */
export function toFileInfo({ actor, cloud, row, can }: OpenedFile, name: string, appUrl: string) {
  const canWrite = isAllowed(can, 'collaborate');
  return {
    BaseFileName: row.name,
    FileExtension: `.${row.extension}`,
    OwnerId: toPerson(actor.school_id, row.user_id),
    UserId: toPerson(actor.school_id, actor.user_id),
    UserFriendlyName: name,
    IsAnonymousUser: false,
    Size: row.size,
    Version: row.file_uuid,
    SHA256: row.sha256.toString('base64'),
    LastModifiedTime: toContentTime(row),
    UserCanWrite: canWrite,
    ReadOnly: !canWrite,
    UserCanRename: canWrite && isAllowed(can, 'rename'),
    // A copy would be a file of somebody in a place that we have not asked about.
    UserCanNotWriteRelative: true,
    SupportsLocks: true,
    SupportsGetLock: true,
    SupportsExtendedLockLength: EDIT_LOCK_MAXIMUM >= 1024,
    SupportsUpdate: true,
    SupportsRename: true,
    SupportsDeleteFile: false,
    BreadcrumbDocName: stemOf(row.name),
    CloseUrl: `${appUrl}/cloud/files/${cloud.key.channel_id}${row.above.length > 0 ? `/${row.above.at(-1)?.uuid}` : ''}`,
  };
}

/** When the content was written: what a file is called, and what it is described with, is none of it. */
export const toContentTime = ({ edited_at, created_at }: OpenedFile['row']): string => edited_at ?? created_at;
