import { kindOf } from '@kreide/core/features/channels';
import type { ContentMove, MoveChannel } from '@kreide/core/features/content-move';
import type { UnitChannelRow } from '../channels/index.ts';
import { type Calendar, isMovable } from './judging.ts';
import type { MoveRow } from './queries/moves.ts';

/** A channel as moving shows it; of a conversation it would say who the other is, and none is moved. */
export function toMoveChannel(row: UnitChannelRow, calendar: Calendar): MoveChannel {
  const { id, type, target, activity_at, users_count, displayname, shortcut } = row;
  return {
    id,
    group: kindOf(row).group,
    type,
    target,
    activity_at,
    users_count: Number(users_count),
    meta: { displayname, shortcut, user_type: null, is_paused: false, is_movable: isMovable(row, calendar) },
  };
}

/** Can a move be taken back? It is done, nothing came after it at either channel, and its days are not over. */
export function isUndoable(row: MoveRow, standing: readonly MoveRow[], now: Date): boolean {
  return row.state === 'DONE' && new Date(row.undo_until) > now && !standing.some(({ id }) => id > row.id);
}

export function toMove(row: MoveRow, canUndo: boolean): ContentMove {
  const { id, state, has_chat: chat, has_cloud: cloud, messages_moved, messages_up_to } = row;
  const share = messages_up_to === 0 ? 0 : messages_moved / messages_up_to;
  const moved = state === 'UNDOING' ? 1 - share : share;
  return {
    id,
    state,
    chat,
    cloud,
    old_channel_id: row.old_channel_id,
    new_channel_id: row.new_channel_id,
    progress: state === 'DONE' || state === 'UNDONE' ? 100 : Math.floor(99 * moved),
    created_at: row.created_at,
    undo_until: row.undo_until,
    can: { undo: canUndo ? 1 : 0 },
  };
}
