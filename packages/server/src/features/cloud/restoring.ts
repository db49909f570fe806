import { CLOUD_DEPTH_MAXIMUM, type cloudApi, freeName, isHandInFolder } from '@kreide/core/features/cloud';
import type { Translate } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { renameFiles } from '../files/index.ts';
import { isParentGone, leftOf, openBinned, pathOf } from './bin-showing.ts';
import { openCloud, refuseField } from './opening.ts';
import {
  type BinAbove,
  type BinRow,
  listTaken,
  listWith,
  type Returning,
  unbinEntries,
  type WithRow,
} from './queries/bin.ts';
import { keyOf, markHandedIn, type Place, spaceOf } from './queries/change.ts';
import { lockCloud, touchCloud } from './queries/clouds.ts';
import { listByUuids } from './queries/entries.ts';
import { toCloudFile } from './showing.ts';
import { refuseCrowd } from './uploading.ts';
import type { EditingFor } from './wopi/editing.ts';

/** Where something of the bin comes back to. */
interface Placed {
  readonly row: BinRow;
  readonly left: readonly BinAbove[];
  readonly place: Place;
}

/** How deep something lies in what went into the bin with it, and whether a hand-in folder among these is above it. */
interface Depth {
  readonly level: number;
  readonly isInside: boolean;
}

function depthsOf(tree: readonly WithRow[]): (row: WithRow) => Depth {
  const byId = new Map(tree.map((row) => [row.id, row]));
  const known = new Map<number, Depth>();
  function depthOf(row: WithRow): Depth {
    const found = known.get(row.id);
    if (found) return found;
    const parent = row.id === row.bin_id || row.parent_id === null ? undefined : byId.get(row.parent_id);
    const above = parent && depthOf(parent);
    const isInside = parent !== undefined && (above?.isInside === true || isHandInFolder(parent));
    const depth = { level: above ? above.level + 1 : 0, isInside };
    known.set(row.id, depth);
    return depth;
  }
  return depthOf;
}

const placeOf = (row: BinRow, returning: ReadonlySet<number>): Placed => {
  const left = leftOf(row, returning);
  const given = row.return_id === null ? {} : { return_id: row.return_id };
  return { row, left, place: { id: left.at(-1)?.id ?? null, isHandIn: left.some(isHandInFolder), ...given } };
};

/**
 * Refuses what would show everybody what others have handed in: its folder is gone, or no hand-in folder any more. Who sees only what
 * they brought themselves decides for themselves.
 */
function refuseExposed(t: Translate, placed: readonly Placed[], tree: readonly WithRow[]): void {
  const depthOf = depthsOf(tree);
  const exposed = new Set(
    tree.filter((one) => one.handed_in_at !== null && !depthOf(one).isInside).map(({ bin_id }) => bin_id),
  );
  const found = placed.find(({ row, place }) => !place.isHandIn && exposed.has(row.id));
  if (found) refuseField(t, 'body.files', 'handInsBack', { name: found.row.name });
}

function refuseDepth(t: Translate, placed: readonly Placed[], tree: readonly WithRow[]): void {
  const depthOf = depthsOf(tree);
  const folders = Map.groupBy(
    tree.filter(({ file_id }) => file_id === null),
    ({ bin_id }) => bin_id,
  );
  const depthBelow = ({ row, left }: Placed) =>
    left.length + Math.max(0, ...(folders.get(row.id) ?? []).map((one) => depthOf(one).level + 1));
  if (placed.some((one) => depthBelow(one) > CLOUD_DEPTH_MAXIMUM))
    refuseField(t, 'body.files', 'depth', { maximum: CLOUD_DEPTH_MAXIMUM });
}

/** A name for each that is free where it comes back to, and what is to be said of it. */
function nameReturning(
  placed: readonly Placed[],
  taken: readonly { parent_id: number | null; name_key: string }[],
  t: Translate,
): { returning: Returning[]; warnings: string[] } {
  const warnings: string[] = [];
  const byParent = new Map(
    [...Map.groupBy(taken, ({ parent_id }) => parent_id)].map(([parent, rows]) => [
      parent,
      new Set(rows.map(({ name_key }) => name_key)),
    ]),
  );
  const returning = placed.map(({ row, left, place }) => {
    const known = byParent.get(place.id) ?? new Set<string>();
    byParent.set(place.id, known);
    const space = spaceOf(row.user_id, place);
    const names = [...known].filter((key) => key.startsWith(space)).map((key) => key.slice(space.length));
    const name = freeName(row.name, new Set(names));
    const name_key = keyOf(name, row.user_id, place);
    known.add(name_key);
    if (name !== row.name) warnings.push(t('cloud:bin.renamed', { name: row.name, as: name }));
    if (isParentGone(row, left))
      warnings.push(t('cloud:bin.elsewhere', { name, place: left.at(-1)?.name ?? t('cloud:bin.top') }));
    return { id: row.id, parent_id: place.id, name, name_key };
  });
  return { returning, warnings };
}

/** The files whose names are others than they were. */
function toRenamed(rows: readonly BinRow[], returning: readonly Returning[]): { id: number; name: string }[] {
  const names = new Map(returning.map(({ id, name }) => [id, name]));
  return rows.flatMap(({ id, file_id, name }) => {
    const given = names.get(id) ?? name;
    return file_id === null || given === name ? [] : [{ id: file_id, name: given }];
  });
}

/** Brings files and folders back from the bin, all or none. */
export async function restoreBinned(
  context: HandlerContext<typeof cloudApi.restore>,
  { fileKey, editingFor }: { fileKey: Uint8Array; editingFor: EditingFor },
) {
  const { body, actor, now, t, language, write, record, fail } = context;
  const cloud = await openCloud(context, 'view');
  const { key } = cloud;
  const trx = await write();
  const { files_count, folders_count } = await lockCloud(trx, key);
  const rows = await openBinned({ ...context, db: trx }, cloud, body.files, 'restore');
  const ids = new Set(rows.map(({ id }) => id));
  const tree = await listWith(trx, key, [...ids]);
  if (tree.filter(({ id }) => ids.has(id)).length < ids.size) return fail('not_found');
  const placed = rows.map((row) => placeOf(row, ids));
  if (key.reviews) refuseExposed(t, placed, tree);
  refuseCrowd(t, 'body.files', files_count + folders_count + tree.length);
  refuseDepth(t, placed, tree);
  const parents = [...new Set(placed.map(({ place }) => place.id ?? 0))];
  const { returning, warnings } = nameReturning(placed, await listTaken(trx, key, parents), t);
  await unbinEntries(trx, key, returning, now);
  await renameFiles(trx, actor.school_id, toRenamed(rows, returning));
  const depthOf = depthsOf(tree);
  const handIns = new Set(placed.filter(({ place }) => place.isHandIn).map(({ row }) => row.id));
  const isHandedIn = Map.groupBy(tree, (one) => handIns.has(one.bin_id) || depthOf(one).isInside);
  for (const [isIn, at] of [[true, now] as const, [false, null] as const])
    await markHandedIn(
      trx,
      key,
      (isHandedIn.get(isIn) ?? []).map(({ id }) => id),
      at,
    );
  const files = tree.filter(({ file_id }) => file_id !== null);
  const size = files.reduce((sum, one) => sum + Number(one.size), 0);
  const counted = { size, files: files.length, folders: tree.length - files.length };
  await touchCloud(trx, key, { ...counted, isHandedIn: handIns.size === ids.size }, now);
  const after = await listByUuids(trx, key, body.files);
  for (const row of after)
    record({ entity: 'cloud_files', id: row.id, before: null, after: { path: pathOf([...row.above, row]) } });
  const showing = { actor, ...cloud, fileKey, now, editing: await editingFor(language) };
  return { data: after.map((row) => toCloudFile(row, showing)), meta: { warnings } };
}
