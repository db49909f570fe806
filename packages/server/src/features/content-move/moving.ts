import { channelEvents } from '@kreide/core/features/channels';
import { MOVE_STEP_MESSAGES } from '@kreide/core/features/content-move';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { enqueue, type RegisteredTask, resumable, resumeTask, task } from '../../kernel/jobs/index.ts';
import { appendOutbox, roomsOf } from '../../kernel/realtime/outbox.ts';
import {
  decideContent,
  finishChatMove,
  finishChatReturn,
  listMemberIds,
  lockChannels,
  type MovedSpan,
  moveMessages,
} from '../channels/index.ts';
import { moveEntry, nextEntry } from '../cloud/index.ts';
import {
  findEntry,
  findMove,
  forgetEntry,
  keepEntry,
  listEntries,
  listStanding,
  listUnfinished,
  lockMove,
  type MoveKey,
  type MoveRow,
  updateMove,
} from './queries/moves.ts';

const payload = z.object({ school_id: z.int(), move_id: z.int() });
type MoveTask = RegisteredTask<z.output<typeof payload>>;

export const spanOf = (move: MoveRow): MovedSpan => ({
  school_id: move.school_id,
  old_channel_id: move.old_channel_id,
  new_channel_id: move.new_channel_id,
  up_to: move.messages_up_to,
  from: move.messages_from,
});

/** Tells everybody in both channels that these are others now. */
export async function tellBoth(
  trx: Kysely<DB>,
  move: Pick<MoveRow, 'school_id' | 'old_channel_id' | 'new_channel_id'>,
) {
  for (const id of [move.old_channel_id, move.new_channel_id]) {
    const users = await listMemberIds(trx, { school_id: move.school_id, id });
    const event = { school_id: move.school_id, event: channelEvents.channelChanged.name };
    await appendOutbox(trx, { ...event, audience: roomsOf({ users }), payload: { channel_id: id } });
  }
}

/** The next messages: on the way out from the first, on the way back from the last. */
async function stepMessages(trx: Kysely<DB>, move: MoveRow): Promise<void> {
  const isBack = move.state === 'UNDOING';
  const at = move.messages_moved;
  const to = isBack ? Math.max(0, at - MOVE_STEP_MESSAGES) : Math.min(move.messages_up_to, at + MOVE_STEP_MESSAGES);
  await moveMessages(trx, spanOf(move), { after: Math.min(at, to), until: Math.max(at, to), isBack });
  await updateMove(trx, move, { messages_moved: to });
}

/** The next entry at the top of the cloud with all below it; false: none is left. */
async function stepEntry(trx: Kysely<DB>, move: MoveRow, now: Date): Promise<boolean> {
  const { school_id, old_channel_id: old, new_channel_id: fresh } = move;
  if (move.state === 'UNDOING') {
    const entry = await findEntry(trx, move);
    if (!entry) return false;
    await moveEntry(trx, { school_id, id: entry.entry_id, from: fresh, to: old, back: entry }, now);
    await forgetEntry(trx, move, entry.entry_id);
    return true;
  }
  const arrived = (await listStanding(trx, school_id, [old])).filter(
    (one) => one.new_channel_id === old && one.school_year_id === move.school_year_id && move.moved_before !== null,
  );
  const except = await listEntries(
    trx,
    school_id,
    arrived.map(({ id }) => id),
  );
  const moving = { school_id, channel_id: old, moved_before: move.moved_before, except };
  const entry = await nextEntry(trx, moving, move.entries_moved);
  if (entry === null) return false;
  const named = await moveEntry(trx, { school_id, id: entry, from: old, to: fresh }, now);
  if (named) await keepEntry(trx, move, { entry_id: entry, ...named });
  await updateMove(trx, move, { entries_moved: entry });
  return true;
}

/** Everything is where it belongs: people see it, and hear of it. */
async function finish(trx: Kysely<DB>, move: MoveRow, now: Date): Promise<void> {
  const { school_id, old_channel_id, new_channel_id, pinned_seq, old_places, new_places } = move;
  const isBack = move.state === 'UNDOING';
  if (move.has_chat)
    await (isBack
      ? finishChatReturn(trx, spanOf(move), { old_places, new_places, pinned_seq, now })
      : finishChatMove(trx, spanOf(move), { places: new_places, pinned_seq, now }));
  const moved_at = isBack ? null : now;
  const year_id = isBack ? null : move.school_year_id;
  await decideContent(trx, { school_id, id: old_channel_id }, { year_id, moved_at }, now);
  await decideContent(trx, { school_id, id: new_channel_id }, { year_id }, now);
  await updateMove(trx, move, isBack ? { state: 'UNDONE', undone_at: now.toISOString() } : { state: 'DONE' });
  await tellBoth(trx, move);
}

/** Takes one step of a move, in the caller's transaction; false: it has come to its end. */
export async function stepIn(trx: Kysely<DB>, key: MoveKey, now: Date): Promise<boolean> {
  const known = await findMove(trx, key);
  if (!known) return false;
  // Channels before their move, as in every call: two that take them the other way round wait for each other for ever.
  await lockChannels(trx, key.school_id, [known.old_channel_id, known.new_channel_id]);
  const found = await lockMove(trx, key);
  if (found?.state !== 'MOVING' && found?.state !== 'UNDOING') return false;
  const goal = found.state === 'UNDOING' ? 0 : found.messages_up_to;
  if (found.has_chat && found.messages_moved !== goal) await stepMessages(trx, found);
  else if (!found.has_cloud || !(await stepEntry(trx, found, now))) await finish(trx, found, now);
  return true;
}

/** The job that moves content, or moves it back: whatever ends it, the next one goes on where it was. */
export const moveTask = ({ kysely, clock }: { kysely: Kysely<DB>; clock: Clock }): MoveTask =>
  task('content-move:run', payload, async ({ school_id, move_id }, { signal }) => {
    const step = () => kysely.transaction().execute((trx) => stepIn(trx, { school_id, id: move_id }, clock.now()));
    while (await step()) if (signal.aborted) throw new Error('the move goes on in the next process');
  });

/** Orders the job. One that waits for its next attempt is replaced. */
export async function orderMove(db: Kysely<DB>, run: MoveTask, { school_id, id }: MoveKey): Promise<void> {
  const options = { queue: `content-move:${school_id}`, key: `content-move:${school_id}:${id}` };
  await enqueue(db, run, { school_id, move_id: id }, options);
}

/** Lets every move that stands still go on. */
export const resumeMoves = (kysely: Kysely<DB>, run: MoveTask) =>
  resumeTask('content-move:resume', kysely, [
    resumable(run, {
      list: async (db: Kysely<DB>) =>
        (await listUnfinished(db)).map(({ school_id, id }) => ({ school_id, move_id: id })),
      order: (db, { school_id, move_id: id }) => orderMove(db, run, { school_id, id }),
    }),
  ]);

export type { MoveTask };
