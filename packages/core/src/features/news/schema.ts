import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CHANNEL_TYPES, survey } from '../channels/index.ts';
import { fileEntry } from '../files/index.ts';
import { newsFile, newsPreview } from './attachments.ts';
import { CONFIRMED_VIA, NEWS_MAIL_STATES } from './reach.ts';
import { NEWS_CHANNELS_MAXIMUM, NEWS_USERS_MAXIMUM } from './receivers.ts';
import { NEWS_CONTENT_MAXIMUM, NEWS_FILES_MAXIMUM, NEWS_TITLE_MAXIMUM } from './rules.ts';

/** A picture at signed, cacheable addresses. */
export const picture = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** Alternative text; empty for a decorative picture. */
  alt: z.string(),
});

/** A channel whose members read an item (C-3.27). */
export const newsChannel = z.object({
  id: f.id,
  type: z.enum(CHANNEL_TYPES),
  /** The name in the language of the reader. */
  meta: z.object({ displayname: z.string() }),
});
export type NewsChannel = z.output<typeof newsChannel>;

/** Receivers as somebody chooses them. */
export const newsReceivers = z.object({
  channels: z.array(newsChannel),
  /** With what tells two of one name apart. */
  users: z.array(z.object({ id: f.id, displayname: z.string(), subtitle: z.string() })),
  /** How many accounts read it, and of how many families the parents among them are. */
  readers_count: z.int(),
  families_count: z.int(),
});
export type NewsReceivers = z.output<typeof newsReceivers>;

/** The part of a news item that is the same for all readers (C-3.25). */
const sharedFields = {
  id: f.id,
  uuid: f.uuid,
  /** The author; null when the account was deleted. */
  user_id: z.nullable(f.id),
  title: z.string(),
  /** Sanitised HTML. */
  content_rendered: z.string(),
  /** The first sentences as plain text. */
  excerpt: z.string(),
  publish_at: f.instant,
  updated_at: f.instant,
  is_public: z.boolean(),
  is_pinned: z.boolean(),
  is_official: z.boolean(),
  is_notifiable: z.boolean(),
  /** Receivers are asked to confirm that they have read it. */
  is_confirmable: z.boolean(),
  /** A reader can ask for it in another language: the school's server has a service for that. */
  has_translations: z.boolean(),
  /** Receivers also get it as an SMS. Kreide sends none, so no item has it. */
  has_emergency_sms: z.boolean(),
  preview_image: z.nullable(picture),
  /** The file of its picture, as a draft names it; one that is among the attachments is not shown twice. */
  preview: z.nullable(newsPreview),
  user: z.nullable(z.object({ displayname: z.string() })),
};

/** A news item in an event. */
export const sharedNewsItem = z.object(sharedFields);
export type SharedNewsItem = z.output<typeof sharedNewsItem>;

/** What of an item differs between its readers. */
const ownFields = {
  /** Its channels: for those who may change it all of them, for everybody else those that they are in. */
  channels: z.array(newsChannel),
  /** Who reads it besides; for everybody but those who may change it, at most themselves. */
  user_ids: z.array(f.id),
  /** Its files in their order, with addresses of the caller's own (C-3.26). */
  attachments: z.array(fileEntry),
  /** The same files as a draft names them. */
  files: z.array(newsFile),
  /** The survey that it carries; null where there is none, or none that the caller may see or change. */
  survey_form_id: z.nullable(f.id),
  survey_uuid: z.nullable(f.uuid),
  /** As the caller has it; null for who does not receive the item and has not made the survey. */
  survey: z.nullable(survey),
  meta: z.object({
    /** Is the caller in one of its channels, or named by it? */
    is_receiver: z.boolean(),
    /** Has the caller confirmed it? */
    is_confirmed: z.boolean(),
    /** How many have confirmed it, of how many; for those who may see it, else null. */
    statistics: z.nullable(
      z.object({
        confirmed: z.object({
          total: z.int(),
          current: z.int(),
          /** Those whom a reminder reaches: who receive it still and have not confirmed it. */
          open: z.int(),
          /** The same of families: one of its parents is enough. */
          families: z.object({ total: z.int(), current: z.int() }),
        }),
      }),
    ),
    /** Addresses of the list of its readers as files; null for who may not know who they are by name (C-3.31, C-7.21). */
    exports: z.nullable(z.object({ xls: z.string(), csv: z.string() })),
  }),
};

/** A news item in an answer, with what the caller may do (C-6.01). */
export const newsItem = z.object({
  ...sharedFields,
  ...ownFields,
  can: z.object({
    update: f.flag,
    delete: f.flag,
    pin: f.flag,
    release: f.flag,
    confirm: f.flag,
    'view-statistics': f.flag,
  }),
});
export type NewsItem = z.output<typeof newsItem>;
export type NewsOwn = Pick<NewsItem, keyof typeof ownFields>;

/** The list of readers as a file: a workbook, or CSV. */
export const READERS_FORMATS = ['xls', 'csv'] as const;

/** Somebody who was asked to confirm an item. */
export const newsReader = z.object({
  id: f.id,
  displayname: z.string(),
  /** When they confirmed it; null: not yet. */
  confirmed_at: z.nullable(f.instant),
  /** How they confirmed it, and what became of the mail that asks for it. */
  via: z.nullable(z.enum(CONFIRMED_VIA)),
  mail: z.nullable(z.enum(NEWS_MAIL_STATES)),
  /** Received it once, and not any more. */
  has_left: z.boolean(),
});
export type NewsReaderRow = z.output<typeof newsReader>;

/** The body of a new item; rules that need the clock or several fields are in `newsProblems`. */
export const newsDraft = z.strictObject({
  /** Counts code units; the limit that people know, in characters, is checked by `newsProblems`. */
  title: f.line(2 * NEWS_TITLE_MAXIMUM, 0),
  content: f.text(2 * NEWS_CONTENT_MAXIMUM),
  publish_at: z.nullable(f.instant),
  is_pinned: z.boolean(),
  is_official: z.boolean(),
  is_public: z.boolean(),
  /** Left out: receivers are told of a new item (C-3.29); what is changed stays as it was. */
  is_notifiable: z.optional(z.boolean()),
  /** Left out: nobody is asked to confirm a new item; what is changed stays as it was. */
  is_confirmable: z.optional(z.boolean()),
  /** Left out of a change: they stay. */
  channels: z.optional(z.array(f.id).check(z.maxLength(2 * NEWS_CHANNELS_MAXIMUM))),
  user_ids: z.optional(z.array(f.id).check(z.maxLength(2 * NEWS_USERS_MAXIMUM))),
  /** Uploads of the caller, and of a change the files that it keeps, in their order. Left out: none, or they stay. */
  files: z.optional(z.array(newsFile).check(z.maxLength(2 * NEWS_FILES_MAXIMUM))),
  /** Which of these pictures stands above the title. Left out: none, or it stays. */
  preview: z.optional(z.nullable(newsPreview)),
  /** A survey that the caller has made and sent nowhere. Left out: none, or it stays. */
  survey_form_id: z.optional(z.nullable(f.id)),
});

/** A change of an item, based on its `updated_at`; 409 when somebody else has changed it since. */
export const newsUpdate = z.extend(newsDraft, { updated_at: f.instant });

/** A news item for the public: no author. */
export const publicNewsItem = z.object({
  uuid: f.uuid,
  title: z.string(),
  content_rendered: z.string(),
  excerpt: z.string(),
  publish_at: f.instant,
  is_pinned: z.boolean(),
  preview_image: z.nullable(picture),
  /** Its files but that picture. */
  attachments: z.array(fileEntry),
  /** Address of the item's own page, for everybody. */
  url: z.string(),
});
export type PublicNewsItem = z.output<typeof publicNewsItem>;

/** People per page of those who have, or have not, confirmed an item (C-9.09). */
export const NEWS_READERS_PAGE = 29;
/** Items per page of the feed. */
export const NEWS_PAGE = 20;
/** Most items of the public feed. */
export const PUBLIC_NEWS_MAXIMUM = 30;
/** Most items of the RSS feed. */
export const PUBLIC_FEED_MAXIMUM = 50;
