import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** What questions are about, in the order of the help. */
export const FAQ_CATEGORIES = ['account', 'timetable', 'messages', 'family', 'school'] as const;
export type FaqCategory = (typeof FAQ_CATEGORIES)[number];

/** The articles in their order: what each is about, and the page of the app on which one does it. */
export const FAQ_ARTICLES = {
  'forgot-password': { category: 'account', page: null },
  'activation-code': { category: 'account', page: null },
  'second-step': { category: 'account', page: '/settings/security/self' },
  'own-data': { category: 'account', page: '/settings/self' },
  'read-timetable': { category: 'timetable', page: '/timetable' },
  'calendar-app': { category: 'timetable', page: '/timetable' },
  notifications: { category: 'messages', page: '/settings/self/notifications' },
  'write-message': { category: 'messages', page: '/channels' },
  'bring-back-file': { category: 'messages', page: '/cloud' },
  'confirm-news': { category: 'messages', page: '/news' },
  'report-ill': { category: 'family', page: '/sicknotes' },
  'add-child': { category: 'family', page: '/settings/add-child/activation-key' },
  'take-roll': { category: 'school', page: '/timetable' },
  substitutions: { category: 'school', page: null },
  letters: { category: 'school', page: null },
} as const satisfies Record<string, { category: FaqCategory; page: `/${string}` | null }>;
export type FaqArticleName = keyof typeof FAQ_ARTICLES;
export const FAQ_ARTICLE_NAMES = Object.keys(FAQ_ARTICLES) as FaqArticleName[];

/** Longest search in the questions, characters. */
export const FAQ_SEARCH_MAXIMUM = 80;
/** Fewest letters of a search that counts as one without an answer: less is a word that is still being typed. */
export const FAQ_MISS_MINIMUM = 4;

/** Which article the help of a page opens, by how its address begins; the first that fits. */
const ARTICLE_OF_PAGE: readonly (readonly [RegExp, FaqArticleName])[] = [
  [/^\/timetable\/.+\/lesson\/.+\/entry/, 'take-roll'],
  [/^\/(timetable|advanced-timetable)(\/|$)/, 'read-timetable'],
  [/^\/(channels|lite-channels|more\/channels)(\/|$)/, 'write-message'],
  [/^\/cloud(\/|$)/, 'bring-back-file'],
  [/^\/(feed|news|channel)(\/|$)/, 'confirm-news'],
  [/^\/sicknotes(\/|$)/, 'report-ill'],
  [/^\/classbooks(\/|$)/, 'take-roll'],
  [/^\/(notification-centre|notifications|settings\/[^/]+\/notifications)(\/|$)/, 'notifications'],
  [/^\/settings\/security(\/|$)/, 'second-step'],
  [/^\/settings\/(add-child|[^/]+\/family)(\/|$)/, 'add-child'],
  [/^\/(settings|users-select)(\/|$)/, 'own-data'],
  [/^\/management\/[^/]+\/substitution-desk(\/|$)/, 'substitutions'],
  [/^\/management\/[^/]+\/(generate-users|user-creation-history|activation-keys)(\/|$)/, 'letters'],
];

/** The article about a page of the app; null: there is none. */
export const faqArticleOf = (path: string): FaqArticleName | null =>
  ARTICLE_OF_PAGE.find(([page]) => page.test(path))?.[1] ?? null;

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
