import { isEmpty } from '../../validation/text.ts';

/** Characters of a title (C-2.24). */
export const NEWS_TITLE_MAXIMUM = 255;
/** Characters of the content with its marks: some forty pages. */
export const NEWS_CONTENT_MAXIMUM = 100_000;
/** How far ahead something can be scheduled, days. */
export const NEWS_DAYS_AHEAD = 400;
/** How long a deleted item can be taken back, hours. */
export const NEWS_RESTORE_HOURS = 24;

/** What somebody writes. */
export interface NewsDraft {
  title: string;
  /** HTML as the editor writes it. */
  content: string;
  /** When it is published, an instant; null: at once. */
  publish_at: string | null;
  is_pinned: boolean;
  is_official: boolean;
  /** Shown on the homepage of the school too. */
  is_public: boolean;
}

/** What can be wrong with a draft. The words are `news:rules.<rule>` in the app and `news:rules.<rule>` of the server's answer. */
export type NewsRule = 'titleRequired' | 'titleMax' | 'contentRequired' | 'contentMax' | 'tooFarAhead';

export interface NewsProblem {
  field: 'title' | 'content' | 'publish_at';
  rule: NewsRule;
  params: Record<string, number>;
}

/** What a reader sees of a piece of HTML: without marks and blanks; a picture counts. */
const isBlank = (html: string): boolean => isEmpty(html.replace(/<(?!img\b)[^>]*>/gi, '').replace(/&nbsp;|\s/g, ''));

/** Everything that is wrong with a draft, in the order of the form: the same for form and server (C-2.24). */
export function newsProblems(draft: Pick<NewsDraft, 'title' | 'content' | 'publish_at'>, now: Date): NewsProblem[] {
  const problems: NewsProblem[] = [];
  const found = (field: NewsProblem['field'], rule: NewsRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  if (isEmpty(draft.title)) found('title', 'titleRequired');
  if ([...draft.title].length > NEWS_TITLE_MAXIMUM) found('title', 'titleMax', { maximum: NEWS_TITLE_MAXIMUM });
  if (isBlank(draft.content)) found('content', 'contentRequired');
  if (draft.content.length > NEWS_CONTENT_MAXIMUM) found('content', 'contentMax', { maximum: NEWS_CONTENT_MAXIMUM });
  const latest = now.getTime() + NEWS_DAYS_AHEAD * 86_400_000;
  if (draft.publish_at !== null && Date.parse(draft.publish_at) > latest)
    found('publish_at', 'tooFarAhead', { days: NEWS_DAYS_AHEAD });
  return problems;
}
