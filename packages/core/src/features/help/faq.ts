import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { FAQ_ARTICLE_NAMES, FAQ_CATEGORIES } from './faq-articles.ts';

/** Longest search in the questions, characters. */
export const FAQ_SEARCH_MAXIMUM = 80;
/** Fewest letters of a search that counts as one without an answer: less is a word that is still being typed. */
export const FAQ_MISS_MINIMUM = 4;

/** An article as a list shows it. */
export const faqEntry = z.object({
  article: z.enum(FAQ_ARTICLE_NAMES),
  category: z.enum(FAQ_CATEGORIES),
  title: z.string(),
});
export type FaqEntry = z.output<typeof faqEntry>;

/** A part of an article: a paragraph, steps one after the other, or points. */
export const faqBlock = z.object({ kind: z.enum(['text', 'steps', 'points']), lines: z.array(z.string()) });
export type FaqBlock = z.output<typeof faqBlock>;

/** A whole article. */
export const faqArticle = z.extend(faqEntry, { blocks: z.array(faqBlock) });
export type FaqArticle = z.output<typeof faqArticle>;

/** The name of an article in an address. */
export const faqName = z.object({ article: z.enum(FAQ_ARTICLE_NAMES) });

export const faqQuery = z.object({
  search: z.optional(f.line(FAQ_SEARCH_MAXIMUM, 0)),
  category: z.optional(z.enum(FAQ_CATEGORIES)),
});
