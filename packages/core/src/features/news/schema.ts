import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** A picture at signed, cacheable addresses. */
export const picture = /* @__PURE__ */ z.object({
  url: /* @__PURE__ */ z.string(),
  width: /* @__PURE__ */ z.int(),
  height: /* @__PURE__ */ z.int(),
  /** What the picture shows; empty for an ornament. */
  alt: /* @__PURE__ */ z.string(),
});

/** A news item as a feed shows it (C-3.25, as far as reading needs it). */
export const newsItem = /* @__PURE__ */ z.object({
  id: f.id,
  uuid: f.uuid,
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
});
export type NewsItem = z.output<typeof newsItem>;

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
