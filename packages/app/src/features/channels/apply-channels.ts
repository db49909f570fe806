import { applyChannels, type ChannelChange, changeChannel, channelsApi } from '@kreide/core/features/channels';
import { invalidateQueries, updateQueries } from '../../kernel/data.ts';

/** Asks again for every list of channels, and for those on screen alone. */
export function refreshChannels(): void {
  void invalidateQueries(channelsApi.listOwn);
  void invalidateQueries(channelsApi.get);
}

/**
 * Applies a change to all channels in memory: events and echoes take the same path. A list that does not have the
 * channel, and one of unread channels, is asked for again.
 */
export function applyToChannels(change: ChannelChange): void {
  let isUnknown = false;
  updateQueries(channelsApi.listOwn, (channels) => {
    if (!channels.some(({ id }) => id === change.channel_id)) isUnknown = true;
    return applyChannels(channels, change);
  });
  updateQueries(channelsApi.get, (channel) => changeChannel(channel, change));
  if (isUnknown) void invalidateQueries(channelsApi.listOwn);
  else void invalidateQueries(channelsApi.listOwn, { query: { only_unread: '1' } });
}
