import { applyChannels, type ChannelChange, changeChannel, channelsApi } from '@kreide/core/features/channels';
import { invalidateQueries, updateQueries } from '../../kernel/data.ts';

/** Asks again for every list of channels, and for those on screen alone. */
export function refreshChannels(): void {
  void invalidateQueries(channelsApi.listOwn);
  void invalidateQueries(channelsApi.get);
}

/** What was written is asked for within this time, ms: not by all devices at once, and once for several messages. */
const SOON = { least: 300, most: 2_500 };
let isWaiting = false;

/** Asks again for the lists on screen, whose lines say what was written last; events do not. */
export function refreshSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(
    () => {
      isWaiting = false;
      void invalidateQueries(channelsApi.listOwn);
    },
    SOON.least + Math.random() * (SOON.most - SOON.least),
  );
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
