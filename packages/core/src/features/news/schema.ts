import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { NEWS_CONTENT_MAXIMUM, NEWS_TITLE_MAXIMUM } from './rules.ts';

/** A picture at signed, cacheable addresses. */
export const picture = /* @__PURE__ */ z.object({
  url: /* @__PURE__ */ z.string(),
  width: /* @__PURE__ */ z.int(),
  height: /* @__PURE__ */ z.int(),
  /** What the picture shows; empty for an ornament. */
  alt: /* @__PURE__ */ z.string(),
});

/** What all readers of a news item see alike (C-3.25, without what comes with channels and files). */
const sharedFields = {
  id: f.id,
  uuid: f.uuid,
  /** The author; null when the account is gone. */
  user_id: /* @__PURE__ */ z.nullable(f.id),
  title: /* @__PURE__ */ z.string(),
  /** Sanitised HTML. */
  content_rendered: /* @__PURE__ */ z.string(),
  /** The first sentences as plain text. */
  excerpt: /* @__PURE__ */ z.string(),
  publish_at: f.instant,
  updated_at: f.instant,
  is_public: /* @__PURE__ */ z.boolean(),
  is_pinned: /* @__PURE__ */ z.boolean(),
  is_official: /* @__PURE__ */ z.boolean(),
  preview_image: /* @__PURE__ */ z.nullable(picture),
  user: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.object({ displayname: /* @__PURE__ */ z.string() })),
};

/** A news item as an event carries it to all its readers. */
export const sharedNewsItem = /* @__PURE__ */ z.object(sharedFields);
export type SharedNewsItem = z.output<typeof sharedNewsItem>;

/** A news item as an answer carries it, with what the caller may do (C-6.01). */
export const newsItem = /* @__PURE__ */ z.object({
  ...sharedFields,
  can: /* @__PURE__ */ z.object({ update: f.flag, delete: f.flag, pin: f.flag, release: f.flag }),
});
export type NewsItem = z.output<typeof newsItem>;

/** What somebody writes; the rules that need the clock or more than one field are `newsProblems`. */
export const newsDraft = /* @__PURE__ */ z.strictObject({
  /** Of code units: how many characters people may write is `newsProblems`' to say. */
  title: /* @__PURE__ */ f.line(2 * NEWS_TITLE_MAXIMUM, 0),
  content: /* @__PURE__ */ f.text(2 * NEWS_CONTENT_MAXIMUM),
  publish_at: /* @__PURE__ */ z.nullable(f.instant),
  is_pinned: /* @__PURE__ */ z.boolean(),
  is_official: /* @__PURE__ */ z.boolean(),
  is_public: /* @__PURE__ */ z.boolean(),
});

/** A change of an item, made from the state of `updated_at`: who was overtaken by somebody else is told so (409). */
export const newsUpdate = /* @__PURE__ */ z.extend(newsDraft, { updated_at: f.instant });

/** What the public may see of it: no author. */
export const publicNewsItem = /* @__PURE__ */ z.object({
  uuid: f.uuid,
  title: /* @__PURE__ */ z.string(),
  content_rendered: /* @__PURE__ */ z.string(),
  excerpt: /* @__PURE__ */ z.string(),
  publish_at: f.instant,
  is_pinned: /* @__PURE__ */ z.boolean(),
  preview_image: /* @__PURE__ */ z.nullable(picture),
  /** Page of the item below the app's address. */
  url: /* @__PURE__ */ z.string(),
});
export type PublicNewsItem = z.output<typeof publicNewsItem>;

/** Items of one page of the feed. */
export const NEWS_PAGE = 20;
/** The public feed answers at most this many. */
export const PUBLIC_NEWS_MAXIMUM = 30;
