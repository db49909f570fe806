import type { Language, Permission, Translate } from '@kreide/core/kernel';

/** The reader of a calendar: the owner of the address, with current rights. */
export interface SubscriptionReader {
  school_id: number;
  user_id: number;
  type: string;
  permissions: ReadonlySet<Permission>;
}

/** The subject of the calendar: the reader or a child of the reader. */
export interface SubscriptionPerson {
  id: number;
  type: string;
  is_child: boolean;
}

export interface SubscriptionRange {
  begins_at: string;
  ends_at: string;
}

/** One entry of a calendar; dates and times are local to the school's time zone. */
export interface SubscriptionEvent {
  /** Permanent and unique in the product: `<uuid>-<date>`. */
  uid: string;
  date: string;
  time_begins_at: string;
  time_ends_at: string;
  /** The day on which it ends; left out: the same. */
  ends_on?: string;
  /** Whole days: the times say nothing. */
  is_all_day?: boolean;
  /** The title, with what is special about it as text. */
  summary: string;
  /** Lines. */
  description: string;
  location: string | null;
  category: string | null;
  /** A CSS colour name. */
  color: string | null;
  /** It was planned and is cancelled. */
  is_cancelled: boolean;
  /** It does not block the reader's time: cancelled, or a mere message. */
  is_free: boolean;
}

/** What one source adds to a calendar. */
export interface SubscriptionPart {
  /** Changes whenever the events change. */
  version: string;
  /**
   * Called only when the calendar does not have this version yet. `last_updated_at`: time of the last change; null =
   * never.
   */
  load(): { last_updated_at: string | null; events: SubscriptionEvent[] };
}

/**
 * A feature that adds entries to people's calendars. It is passed to `subscriptionsHandlers` where the parts are
 * joined; nothing else has to know it.
 */
export interface SubscriptionSource {
  /** It adds to addresses that other sources open, and opens none itself. */
  readonly isBeside?: boolean;
  /** May this reader see these entries of this person? Checked when an address is created and at every fetch. */
  isOpen(reader: SubscriptionReader, person: SubscriptionPerson): boolean;
  /** `t` translates to the subscription's language. Null: there is no such person. */
  read(
    schoolId: number,
    personId: number,
    range: SubscriptionRange,
    words: { language: Language; t: Translate },
  ): Promise<SubscriptionPart | null>;
}
