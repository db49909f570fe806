// Made from the surfaces of the elements by npm run generate.
// biome-ignore-all format: written by a program
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Tag<Attributes> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Attributes;

/** The released timetable of one grade, teacher, room or course as a day, a week or a list. */
export interface KreideTimetableAttributes {
  /** Address of the Kreide server; the one that the script came from when left out. */
  api?: string | undefined;
  /** Short name of the school in addresses, such as `demo`. */
  school?: string | undefined;
  /** What the timetable is shown for; `bookables` are rooms. */
  entity?: 'grades' | 'teachers' | 'bookables' | 'courses' | undefined;
  /** Its id or short name, such as `10b`. */
  'entity-id'?: string | undefined;
  /** The view to begin with; visitors may change it. */
  view?: 'day' | 'week' | 'list' | undefined;
  /** A day to begin with, `YYYY-MM-DD`; today in the school’s zone when left out. */
  'start-date'?: string | undefined;
  /** Language; that of the page around it when left out. */
  locale?: 'de' | 'en' | 'es' | 'tr' | 'uk' | 'fr' | 'it' | undefined;
  /** Colours of a branding, such as `hafen`. */
  branding?: string | undefined;
  /** Access token of a signed-in person, for intranets and native apps whose origin stands in KREIDE_APP_ORIGINS: shows what this person may see, also while nothing is public, and keeps nothing on the device. `entity-id` is then a number. */
  token?: string | undefined;
}

/** The substitution plan of a school for a screen in the entrance hall, with its news beside it on request. */
export interface KreideMonitorAttributes {
  /** Address of the Kreide server; the one that the script came from when left out. */
  api?: string | undefined;
  /** The token of a screen from the settings of the school; `-sub` or `-news-split` stands behind it. */
  token?: string | undefined;
  /** `sub` is the plan alone, `news-split` the plan with news; what the token says when left out. */
  mode?: 'sub' | 'news-split' | undefined;
  /** One fixed day, `YYYY-MM-DD`; when left out the screen follows the school’s clock and moves to the next school day after the last lesson. */
  'begins-at'?: string | undefined;
  /** Language; that of the school when left out. */
  locale?: 'de' | 'en' | 'es' | 'tr' | 'uk' | 'fr' | 'it' | undefined;
  /** Colours of a branding, such as `hafen`; that of the school when left out. */
  branding?: string | undefined;
  /** A plan that could not be renewed for so long gets a warning; at least 2. */
  'stale-minutes'?: string | undefined;
  /** A long plan turns its page after so many seconds, at least 5; sooner where a round of all pages would take longer than a minute. */
  'page-seconds'?: string | undefined;
  /** From how many metres the screen is read: all sizes follow, and the pages with them. */
  distance?: string | undefined;
  /** Diagonal of the screen in inches, for `distance`. */
  diagonal?: string | undefined;
  /** `true` on a screen of its own: dim at night, and the picture moves by a few pixels so that nothing burns in. */
  kiosk?: 'true' | undefined;
}

/** The changes of today and of the next school day as a list for a homepage, to be filtered, searched and printed. */
export interface KreideSubstitutionsAttributes {
  /** Address of the Kreide server; the one that the script came from when left out. */
  api?: string | undefined;
  /** The token of a screen from the settings of the school: make one for the homepage alone, which can be ended by itself. */
  token?: string | undefined;
  /** Short name of the class to begin with, such as `10b`; when left out the one that a visitor has chosen the last time, else all. */
  grade?: string | undefined;
  /** Language; that of the page around it when left out. */
  locale?: 'de' | 'en' | 'es' | 'tr' | 'uk' | 'fr' | 'it' | undefined;
  /** Colours of a branding, such as `hafen`. */
  branding?: string | undefined;
}

/** The public news of a school as cards with picture, date and link, pinned ones first. */
export interface KreideNewsAttributes {
  /** Address of the Kreide server; the one that the script came from when left out. */
  api?: string | undefined;
  /** Short name of the school in addresses, such as `demo`. */
  school?: string | undefined;
  /** So many news, 1 to 30; their space is reserved before they arrive. */
  limit?: string | undefined;
  /** Language; that of the page around it when left out. */
  locale?: 'de' | 'en' | 'es' | 'tr' | 'uk' | 'fr' | 'it' | undefined;
  /** Colours of a branding, such as `hafen`. */
  branding?: string | undefined;
}

/** Events of all elements by name. */
export interface KreideEvents {
  'kreide-load': CustomEvent<{ begins_at: string; ends_at: string; last_updated_at: string | null }> | CustomEvent<{ substitution_date: string; last_updated_at: string | null }> | CustomEvent<{ count: number; last_updated_at: string | null }>;
  'kreide-error': CustomEvent<{ code: string; status: number }>;
  'kreide-lesson': CustomEvent<{ uuid: string; date: string; begins_at: string; ends_at: string; title: string; kind: string | null }>;
  'kreide-news': CustomEvent<{ uuid: string; title: string; url: string }>;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kreide-timetable': Tag<KreideTimetableAttributes>;
      'kreide-monitor': Tag<KreideMonitorAttributes>;
      'kreide-substitutions': Tag<KreideSubstitutionsAttributes>;
      'kreide-news': Tag<KreideNewsAttributes>;
    }
  }
}
