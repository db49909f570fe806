import type { ChannelDetail } from '@kreide/core/features/channels';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ChannelKey } from './queries/members.ts';

/** How many published news a channel has, and which are the newest: said by the feature above that knows. */
type NewsCount = (db: Kysely<DB>, channel: ChannelKey, now: Date) => Promise<number>;
type NewestNews = (db: Kysely<DB>, channel: ChannelKey, now: Date) => Promise<ChannelDetail['news']>;

/** Which of some people let nothing ring now: said by the feature above that knows. */
type PausedPeople = (
  db: Kysely<DB>,
  schoolId: number,
  userIds: readonly number[],
  now: Date,
) => Promise<ReadonlySet<number>>;

/** What features above this one know of channels. */
export interface KnownAbove {
  readonly countNews: NewsCount;
  readonly listNewest: NewestNews;
  readonly listPaused: PausedPeople;
}
