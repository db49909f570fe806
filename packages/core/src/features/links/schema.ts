import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { LINK_ABOUT_MAXIMUM, LINK_ADDRESS_MAXIMUM, LINK_TITLE_MAXIMUM } from './rules.ts';

/** A link of the school as everybody sees it: to its homepage, its canteen, its learning platform. */
export const sharedLink = z.object({
  id: f.id,
  title: z.string(),
  /** With http or https. */
  address: z.string(),
  /** A line about the content there; may be empty. */
  about: z.string(),
  updated_at: f.instant,
});
export type SharedLink = z.output<typeof sharedLink>;

/** The same with the abilities of the reader. */
export const link = z.extend(sharedLink, {
  can: z.object({ update: f.flag, delete: f.flag, move: f.flag }),
});
export type Link = z.output<typeof link>;

/** What `linkProblems` says more about. */
export const linkDraft = z.strictObject({
  title: f.line(LINK_TITLE_MAXIMUM, 0),
  address: f.line(LINK_ADDRESS_MAXIMUM, 0),
  about: f.line(LINK_ABOUT_MAXIMUM, 0),
});
