import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** A language to translate to: its code (ISO 639, with a script or region where there are several) and its own name. */
export const supportedLanguage = z.object({ code: z.string(), name: z.string() });
export type SupportedLanguage = z.output<typeof supportedLanguage>;

/** Which language a translation is wanted in. */
export const translationQuery = z.object({
  lang: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z]{2,8})?$/, 'lang')),
});

/** A translation: plain text, part by part as in the original; nothing is kept of it. */
export const translation = z.object({ lang: z.string(), texts: z.array(z.string()) });
export type Translation = z.output<typeof translation>;
export const translationAnswer = f.answerOf(translation);
