import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/**
 * Where the people stand who were asked to confirm an item: they have; they are reached and have not yet; neither the app
 * nor a mail reaches them; they received it once and not any more.
 */
export const READER_GROUPS = ['confirmed', 'open', 'unreached', 'left'] as const;
export type ReaderGroup = (typeof READER_GROUPS)[number];

/** How somebody confirmed: in the app, with the link of a mail, on paper that the office entered. */
export const CONFIRMED_VIA = ['app', 'mail', 'paper', 'office'] as const;

/** What became of the mail with the link; null: there is none. */
export const NEWS_MAIL_STATES = ['queued', 'sent', 'bounced', 'failed'] as const;

/** Why neither the app nor a mail reaches somebody. */
export const UNREACHED_REASONS = ['locked', 'bounced', 'no_address', 'no_server'] as const;

/** Days for which the link of a mail confirms. */
export const NEWS_LINK_DAYS = 60;
/** Most people on the list of those who are not reached. */
export const UNREACHED_MAXIMUM = 2000;

/** Somebody whom only paper reaches, with what a class teacher needs to hand it out. */
export const unreachedReader = z.object({
  id: f.id,
  displayname: z.string(),
  reason: z.enum(UNREACHED_REASONS),
  /** The pupils whom it is about: the children of a parent, a pupil themselves; nobody for staff. */
  pupils: z.array(z.object({ displayname: z.string(), grade: z.nullable(z.string()) })),
});
export type UnreachedReader = z.output<typeof unreachedReader>;

/** Everything for the list and the slips. */
export const unreachedList = z.object({
  title: z.string(),
  /** The text of the item, without formatting. */
  text: z.string(),
  author: z.nullable(z.string()),
  publish_at: f.instant,
  people: z.array(unreachedReader),
});
export type UnreachedList = z.output<typeof unreachedList>;
