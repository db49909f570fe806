import { type BinEntry, binAbilitiesOf, isClosedNow, isHandInFolder } from '@kreide/core/features/cloud';
import { type Can, isAllowed } from '@kreide/core/kernel';
import type { OpenCloud, Opening } from './opening.ts';
import { KEPT_MS } from './prune.ts';
import { type BinAbove, type BinRow, countWith, listBinnedOf } from './queries/bin.ts';

const NOTHING: ReadonlySet<number> = new Set();

/** The folders in which something comes back to lie: those that are left, and those that come back with it. */
export const leftOf = ({ above, channel_id }: BinRow, returning: ReadonlySet<number> = NOTHING): BinAbove[] =>
  above.filter(
    (folder) =>
      folder.channel_id === channel_id && (folder.is_there || (folder.bin_id !== null && returning.has(folder.bin_id))),
  );

/** What somebody may do with it: as if it lay where it comes back to. */
export function binCanOf(row: BinRow, left: readonly BinAbove[], { actor, now }: Opening, { can }: OpenCloud) {
  const file = {
    ...row,
    is_folder: row.file_id === null,
    is_closed: left.some((folder) => isClosedNow(folder, now)),
    is_handed_in: left.some(isHandInFolder),
    is_returned: row.return_id !== null,
    is_only_read: false,
  };
  return binAbilitiesOf(actor.user_id, can, file, now);
}

export const pathOf = (names: readonly { name: string }[]): string => `/${names.map(({ name }) => name).join('/')}`;
const nameOf = (firstname: string | null, lastname: string | null) =>
  firstname === null ? null : `${firstname} ${lastname}`;

/** Does it come back to another folder than the one that it lay in? */
export const isParentGone = ({ above, lost_parent }: BinRow, left: readonly BinAbove[]): boolean =>
  lost_parent || left.at(-1) !== above.at(-1);

/** Something in the bin as one reader gets it. */
export function toBinEntry(row: BinRow, context: Opening, cloud: OpenCloud): BinEntry {
  const left = leftOf(row);
  return {
    id: row.id,
    uuid: row.uuid,
    cloud_id: row.channel_id,
    name: row.name,
    extension: row.extension,
    file_type: row.file_id === null ? 'DIR' : 'FILE',
    size: Number(row.size),
    files_count: Number(row.files_count),
    deleted_at: row.deleted_at,
    expires_at: new Date(Date.parse(row.deleted_at) + KEPT_MS).toISOString(),
    can: binCanOf(row, left, context, cloud),
    meta: {
      parent: pathOf(row.above.filter(({ channel_id }) => channel_id === row.channel_id)),
      is_parent_gone: isParentGone(row, left),
      deleted_by: nameOf(row.deleter_firstname, row.deleter_lastname),
      username: nameOf(row.firstname, row.lastname),
    },
  };
}

/** Those of the bin, each of which has to allow it: all or none. What went there with one of them goes where that goes. */
export async function openBinned(
  context: Opening,
  cloud: OpenCloud,
  uuids: readonly string[],
  ability: keyof ReturnType<typeof binCanOf>,
): Promise<BinRow[]> {
  const wanted = [...new Set(uuids)];
  const rows = await listBinnedOf(context.db, cloud.key, wanted);
  const returning = new Set(rows.map(({ id }) => id));
  // Whoever deleted a folder and something in it at once, names both again.
  const found =
    rows.length < wanted.length ? await countWith(context.db, cloud.key, [...returning], wanted) : rows.length;
  if (found < wanted.length) return context.fail('not_found');
  const cans: Can<typeof ability>[] = rows.map((row) => binCanOf(row, leftOf(row, returning), context, cloud));
  return cans.every((can) => isAllowed(can, ability)) ? rows : context.fail('forbidden');
}
