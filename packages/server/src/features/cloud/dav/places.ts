import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { toFileName } from '../../../kernel/files/index.ts';
import { type OpenCloud, refuseField } from '../opening.ts';
import type { EntryRow } from '../queries/entries.ts';
import { takeName } from '../renaming.ts';
import { refuse } from './failures.ts';
import type { DavAddress } from './headers.ts';
import { findResource, isFolder, lineOf, openCloudOf, parentOf } from './resources.ts';
import type { DavCall } from './unit.ts';

/** Where something comes: a cloud, or a folder in it, and its name there. */
export interface DavPlace {
  readonly id: number;
  readonly cloud: OpenCloud;
  readonly folder: EntryRow | null;
  readonly name: string;
  /** The folder and those above it. */
  readonly line: readonly number[];
}

/** A name that is kept to the letter, since a program looks for it again; refused in words. */
function refuseOtherName(t: Translate, name: string): void {
  const isKept = takeName(name, 'name', t) === name && toFileName(name) === name;
  if (!isKept) refuseField(t, 'name', 'nameSign');
}

/**
 * Where something would come that has this address. 409: there is no such folder. 403: there is nothing to be brought to, among the
 * clouds themselves or in what a chat holds.
 */
export async function openPlace(call: DavCall, db: Kysely<DB>, address: DavAddress): Promise<DavPlace> {
  const above = parentOf(address);
  if (!above || address.names.length === 1) return refuse(403);
  const parent = await findResource(call, db, above.parent);
  if (!parent || !isFolder(parent)) return refuse(409);
  if (parent.kind === 'chat' || parent.kind === 'clouds' || parent.kind === 'chatFile') return refuse(403);
  refuseOtherName(call.t, above.name);
  const id = parent.kind === 'cloud' ? parent.id : parent.row.channel_id;
  const cloud = parent.cloud ?? (await openCloudOf(call, db, id));
  const own = lineOf(parent);
  const line = own.id === null ? own.above : [own.id, ...own.above];
  return { id, cloud, folder: parent.kind === 'entry' ? parent.row : null, name: above.name, line };
}
