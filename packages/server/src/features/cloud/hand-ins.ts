import { type cloudApi, type HandIn, isHandInFolder } from '@kreide/core/features/cloud';
import { type Translate, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { listMemberIds } from '../channels/index.ts';
import { listPupilsAmong } from '../users/index.ts';
import { type OpenCloud, openCloud, refuseField } from './opening.ts';
import { listTree, type Place } from './queries/change.ts';
import { type EntryRow, findEntry } from './queries/entries.ts';
import { listHandedIn } from './queries/hand-ins.ts';
import { listReturnMoments } from './queries/returns.ts';
import { isHandedIn } from './showing.ts';

interface Exposing {
  readonly db: Kysely<DB>;
  readonly actor: Actor;
  readonly t: Translate;
  readonly cloud: OpenCloud;
  readonly rows: readonly EntryRow[];
  /** Where the rows go; null: they stay, and are no hand-in folders any more. */
  readonly place: Place | null;
}

/** Refuses a change after which a channel would see what others than the actor have handed in, or were given back. */
export async function refuseExposure({ db, actor, t, cloud, rows, place }: Exposing): Promise<void> {
  if (place?.isHandIn) return;
  const isEnding = place === null;
  const leaving = rows.filter((row) => isEnding !== isHandedIn(row));
  const tree = await listTree(
    db,
    cloud.key,
    leaving.map(({ id }) => id),
    { isEnding },
  );
  const isOfOthers = ({ user_id, return_id }: (typeof tree)[number]) => user_id !== actor.user_id || return_id !== null;
  if (tree.some((one) => (one.level > 0 || !isEnding) && !one.is_inside && isOfOthers(one)))
    refuseField(t, isEnding ? 'body.upload_limited_at' : 'body.files_uuid', 'handInsStay');
}

/** The pupils of a channel by their names, with what each has handed in in a folder. */
export async function listHandIns(context: HandlerContext<typeof cloudApi.listHandIns>): Promise<{ data: HandIn[] }> {
  const { params, actor, db, now, fail } = context;
  const { school_id, channel_id, ...key } = (await openCloud(context, 'review')).key;
  const ref = typeof params.uuid === 'number' ? { id: params.uuid } : { uuid: params.uuid };
  const folder = await findEntry(db, { school_id, channel_id, ...key }, ref);
  if (!folder || !isHandInFolder(folder)) return fail('not_found');
  const today = toLocal(now, actor.time_zone).date;
  const pupils = await listPupilsAmong(db, school_id, await listMemberIds(db, { school_id, id: channel_id }), today);
  const byUser = new Map((await listHandedIn(db, school_id, folder.id)).map((one) => [one.user_id, one]));
  const returned = new Map((await listReturnMoments(db, school_id, folder.id)).map((one) => [one.user_id, one]));
  const data = pupils.map(({ id, firstname, lastname }) => {
    const { files_count = 0, handed_in_at = null } = byUser.get(id) ?? {};
    const returned_at = returned.get(id)?.returned_at ?? null;
    return { user_id: id, firstname, lastname, files_count, handed_in_at, returned_at };
  });
  return { data };
}
