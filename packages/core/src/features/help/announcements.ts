import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** Most announcements that are shown at once (P-9.27). */
export const ANNOUNCEMENTS_MAXIMUM = 3;
/** Longest title, characters. */
export const ANNOUNCEMENT_TITLE_MAXIMUM = 100;
/** Longest text, characters. */
export const ANNOUNCEMENT_TEXT_MAXIMUM = 2000;

/** What those who run the product tell everybody, in the reader’s language. */
export const announcement = z.object({
  id: f.id,
  title: z.string(),
  /** Paragraphs, with line breaks between them. */
  text: z.string(),
  published_at: f.instant,
});
export type Announcement = z.output<typeof announcement>;

/** What it says in one language. */
export const announcementText = z.strictObject({
  title: f.line(ANNOUNCEMENT_TITLE_MAXIMUM),
  text: f.text(ANNOUNCEMENT_TEXT_MAXIMUM).check(z.minLength(1)),
});

/** What it says in each language; whoever reads another one gets English. */
export const announcementTexts = z.strictObject({
  en: announcementText,
  de: z.optional(announcementText),
  es: z.optional(announcementText),
  tr: z.optional(announcementText),
  uk: z.optional(announcementText),
  fr: z.optional(announcementText),
  it: z.optional(announcementText),
});
export type AnnouncementTexts = z.output<typeof announcementTexts>;

/** How many are wanted: one to three, three unless something else is asked. */
export const announcementsQuery = z.object({ limit: z.optional(z.enum(['1', '2', '3'])) });
