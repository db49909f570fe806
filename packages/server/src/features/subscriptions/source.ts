import type { Language, Permission, Translate } from '@kreide/core/kernel';

/** Who reads a calendar: the owner of the address, with the rights of this moment. */
export interface SubscriptionReader {
  school_id: number;
  user_id: number;
  type: string;
  permissions: ReadonlySet<Permission>;
}

/** Whose calendar it is: the reader or a child of the reader. */
export interface SubscriptionPerson {
  id: number;
  type: string;
  is_child: boolean;
}

export interface SubscriptionRange {
  begins_at: string;
  ends_at: string;
}

/** One entry of a calendar; dates and times are wall time in the school's zone. */
export interface SubscriptionEvent {
  /** The same for the same thing for ever, unique in the product: `<uuid>-<date>`. */
  uid: string;
  date: string;
  time_begins_at: string;
  time_ends_at: string;
  /** What it is, with what is special about it in words. */
  summary: string;
  /** Lines. */
  description: string;
  location: string | null;
  category: string | null;
  /** A colour name of CSS. */
  color: string | null;
  /** It was to take place and does not. */
  is_cancelled: boolean;
  /** It takes nobody's time: cancelled, or only said. */
  is_free: boolean;
}

/** What one source gives to a calendar. */
export interface SubscriptionPart {
  /** Another one whenever the events would be others. */
  version: string;
  /** Called only when the calendar does not have this version yet. `last_updated_at`: when anything of it last changed; null = never. */
  load(): { last_updated_at: string | null; events: SubscriptionEvent[] };
}

/**
 * A feature that has something to put into people's calendars. It is handed to `subscriptionsHandlers` where the parts are joined; nothing
 * else has to know it.
 */
export interface SubscriptionSource {
  /** May this reader have these things of this person? Asked when an address is made and again at every fetch. */
  isOpen(reader: SubscriptionReader, person: SubscriptionPerson): boolean;
  /** `t` speaks the subscription's language. Null: there is no such person. */
  read(
    schoolId: number,
    personId: number,
    range: SubscriptionRange,
    words: { language: Language; t: Translate },
  ): Promise<SubscriptionPart | null>;
}
