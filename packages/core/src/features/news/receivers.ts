import type { ChannelTarget, ChannelType } from '../channels/index.ts';
import type { NewsChannelType } from '../schools/index.ts';

/** Most channels, and most single people, of one item. */
export const NEWS_CHANNELS_MAXIMUM = 50;
export const NEWS_USERS_MAXIMUM = 100;
/** Which kind of receivers a channel is. */
export function newsChannelTypeOf(channel: { type: ChannelType; target: ChannelTarget | null }): NewsChannelType {
  if (channel.type === 'GLOBAL') return 'global';
  if (channel.type === 'CHAT') return 'users';
  if (channel.type === 'CUSTOM') return 'individual';
  return channel.target === 'courses' || channel.target === 'course-parents' ? 'courses' : 'grades';
}
