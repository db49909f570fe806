import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { NEWS_CONTENT_MAXIMUM, NEWS_TITLE_MAXIMUM } from './rules.ts';

/** A picture at signed, cacheable addresses. */
export const picture = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** What the picture shows; empty for an ornament. */
  alt: z.string(),
});

/** What all readers of a news item see alike (C-3.25, without what comes with channels and files). */
const sharedFields = {
  id: f.id,
  uuid: f.uuid,
  /** The author; null when the account is gone. */
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
  preview_image: z.nullable(picture),
  user: z.nullable(z.object({ displayname: z.string() })),
};

/** A news item as an event carries it to all its readers. */
export const sharedNewsItem = z.object(sharedFields);
export type SharedNewsItem = z.output<typeof sharedNewsItem>;

/** A news item as an answer carries it, with what the caller may do (C-6.01). */
export const newsItem = z.object({
  ...sharedFields,
  can: z.object({ update: f.flag, delete: f.flag, pin: f.flag, release: f.flag }),
});
export type NewsItem = z.output<typeof newsItem>;

/** What somebody writes; the rules that need the clock or more than one field are `newsProblems`. */
export const newsDraft = z.strictObject({
  /** Of code units: how many characters people may write is `newsProblems`' to say. */
  title: f.line(2 * NEWS_TITLE_MAXIMUM, 0),
  content: f.text(2 * NEWS_CONTENT_MAXIMUM),
  publish_at: z.nullable(f.instant),
  is_pinned: z.boolean(),
  is_official: z.boolean(),
  is_public: z.boolean(),
});

/** A change of an item, made from the state of `updated_at`: who was overtaken by somebody else is told so (409). */
export const newsUpdate = z.extend(newsDraft, { updated_at: f.instant });

/** What the public may see of it: no author. */
export const publicNewsItem = z.object({
  uuid: f.uuid,
  title: z.string(),
  content_rendered: z.string(),
  excerpt: z.string(),
  publish_at: f.instant,
  is_pinned: z.boolean(),
  preview_image: z.nullable(picture),
  /** Page of the item below the app's address. */
  url: z.string(),
});
export type PublicNewsItem = z.output<typeof publicNewsItem>;

/** Items of one page of the feed. */
export const NEWS_PAGE = 20;
/** The public feed answers at most this many. */
export const PUBLIC_NEWS_MAXIMUM = 30;
