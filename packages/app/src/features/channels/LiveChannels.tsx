import { channelEvents, channelsApi } from '@kreide/core/features/channels';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useWhenLate } from '../../kernel/when-late.ts';
import { applyToChannels, refreshChannels, refreshSoon } from './apply-channels.ts';

/** Keeps the channels on screen up to date; renders nothing. */
export function LiveChannels(): null {
  const { id: own } = useSelf();
  const nothing = () => {};
  useWhenLate(refreshChannels);
  useRealtime(
    channelEvents.channelChanged,
    ({ channel_id }) => {
      refreshChannels();
      void invalidateQueries(channelsApi.listUsers, { params: { id: String(channel_id) } });
    },
    refreshChannels,
  );
  useRealtime(
    channelEvents.messageCreated,
    ({ channel_id, seq, change_seq, created_at, user_id }) => {
      applyToChannels({ type: 'message', channel_id, seq, change_seq, created_at, is_own: user_id === own });
      refreshSoon();
    },
    nothing,
  );
  useRealtime(channelEvents.messageChanged, ({ is_reaction }) => !is_reaction && refreshSoon(), nothing);
  useRealtime(
    channelEvents.channelRead,
    ({ channel_id, read_seq }) => applyToChannels({ type: 'read', channel_id, read_seq }),
    nothing,
  );
  useRealtime(
    channelEvents.channelUnread,
    ({ channel_id, is_unread }) => applyToChannels({ type: 'unread', channel_id, is_unread }),
    nothing,
  );
  return null;
}
