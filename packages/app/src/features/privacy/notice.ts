import type { Language } from '@kreide/core/kernel';
import * as z from 'zod/mini';

/** The languages that the notice is written in; readers of another one get English (P-1.24). */
export const NOTICE_LANGUAGES = ['de', 'en', 'fr', 'it'] as const;
export type NoticeLanguage = (typeof NOTICE_LANGUAGES)[number];

/** A notice as it lies at `/<folder>/<language>.json` (P-7.48); `{product}` stands for the name of the variant. */
export const privacyNotice = z.object({
  language: z.enum(NOTICE_LANGUAGES),
  title: z.string(),
  /** Date of the text. */
  updated_at: z.iso.date(),
  intro: z.string(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      items: z.array(z.string()),
    }),
  ),
});
export type PrivacyNotice = z.output<typeof privacyNotice>;

export function toNoticeLanguage(language: Language): NoticeLanguage {
  return NOTICE_LANGUAGES.find((one) => one === language) ?? 'en';
}

/** The notice with the product's name in its sentences. */
export function withProduct(notice: PrivacyNotice, product: string): PrivacyNotice {
  const named = (text: string) => text.replaceAll('{product}', product);
  const sections = notice.sections.map((section) => ({ ...section, text: named(section.text) }));
  return { ...notice, intro: named(notice.intro), sections };
}
