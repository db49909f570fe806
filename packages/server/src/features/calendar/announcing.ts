import type { CountedSeries } from '@kreide/core/features/calendar';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';

/** What happened to an event. */
export type EventNews = 'created' | 'changed' | 'removed';

/** Tells people of an event, in the caller's transaction; answers how many it reaches. */
export type EventTeller = (
  db: Kysely<DB>,
  told: {
    readonly about: EventNews;
    readonly school_id: number;
    readonly id: number;
    readonly name: string;
    /** Instant of its beginning; of an all-day event only the day counts. */
    readonly begins_at: string;
    readonly is_all_day: boolean;
    readonly author: string | null;
    readonly author_id: number | null;
    /** The dates of a series, of which the event is the first; null: it is one event. */
    readonly series: CountedSeries | null;
    readonly people: readonly number[];
  },
  now: Date,
) => Promise<number>;
