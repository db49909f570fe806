import { isSameOrBefore } from '../../validation/dates.ts';
import { max, required } from '../../validation/text.ts';
import { NEWS_CHANNELS_MAXIMUM, NEWS_USERS_MAXIMUM } from './receivers.ts';

/** Longest title, characters (C-2.24). */
export const NEWS_TITLE_MAXIMUM = 255;
/** Longest content, characters of HTML: some forty pages. */
export const NEWS_CONTENT_MAXIMUM = 100_000;
/** Most files of one item. */
export const NEWS_FILES_MAXIMUM = 20;
/** Most files that somebody has uploaded and not sent yet. */
export const NEWS_UPLOADS_MAXIMUM = 60;
/** How far ahead something can be scheduled, days. */
export const NEWS_DAYS_AHEAD = 400;
/** How long a deleted item can be restored, hours. */
export const NEWS_RESTORE_HOURS = 24;
/** Hours between two reminders of one item (C-7.88). */
export const NEWS_REMINDER_HOURS = 24;

/** A news item as somebody writes it. */
export interface NewsDraft {
  title: string;
  /** HTML from the editor. */
  content: string;
  /** Instant of publication; null: at once. */
  publish_at: string | null;
  is_pinned: boolean;
  is_official: boolean;
  /** Also shown on the school's homepage. */
  is_public: boolean;
  /** Receivers are told of it (C-3.29). */
  is_notifiable: boolean;
  /** Receivers are asked to confirm that they have read it. */
  is_confirmable: boolean;
  /** Whose members read it, and who reads it besides. */
  channels: readonly number[];
  user_ids: readonly number[];
}

/** What can be wrong with a draft; the text is `news:rules.<rule>`, in the app as in the server's answer. */
export type NewsRule =
  | ('titleRequired' | 'titleMax' | 'contentRequired' | 'contentMax' | 'tooFarAhead')
  | ('receiversRequired' | 'receiversMax' | 'filesMax');

export interface NewsProblem {
  field: 'channels' | 'user_ids' | 'title' | 'content' | 'publish_at' | 'files';
  rule: NewsRule;
  params: Record<string, number>;
}

/** The visible part of HTML: without tags and white space; a picture counts. */
const hasContent = (html: string): boolean =>
  required(html.replace(/<(?!img\b)[^>]*>/gi, '').replace(/&nbsp;|\s/g, ''));

/** What the rules of a draft look at. */
export interface CheckedDraft extends Pick<NewsDraft, 'title' | 'content' | 'publish_at' | 'channels' | 'user_ids'> {
  readonly files?: readonly unknown[] | undefined;
  readonly survey_form_id?: number | null | undefined;
}

/** Everything that is wrong with a draft, in the order of the fields; used by form and server (C-2.24). */
export function newsProblems(draft: CheckedDraft, now: Date): NewsProblem[] {
  const problems: NewsProblem[] = [];
  const found = (field: NewsProblem['field'], rule: NewsRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  if (draft.channels.length + draft.user_ids.length === 0) found('channels', 'receiversRequired');
  if (draft.channels.length > NEWS_CHANNELS_MAXIMUM)
    found('channels', 'receiversMax', { maximum: NEWS_CHANNELS_MAXIMUM });
  if (draft.user_ids.length > NEWS_USERS_MAXIMUM) found('user_ids', 'receiversMax', { maximum: NEWS_USERS_MAXIMUM });
  if (!required(draft.title)) found('title', 'titleRequired');
  if (!max(draft.title, NEWS_TITLE_MAXIMUM)) found('title', 'titleMax', { maximum: NEWS_TITLE_MAXIMUM });
  const { files = [], survey_form_id = null } = draft;
  // A file or a survey can say it all.
  if (!hasContent(draft.content) && files.length === 0 && survey_form_id === null) found('content', 'contentRequired');
  if (draft.content.length > NEWS_CONTENT_MAXIMUM) found('content', 'contentMax', { maximum: NEWS_CONTENT_MAXIMUM });
  if (files.length > NEWS_FILES_MAXIMUM) found('files', 'filesMax', { maximum: NEWS_FILES_MAXIMUM });
  const latest = new Date(now.getTime() + NEWS_DAYS_AHEAD * 86_400_000);
  if (!isSameOrBefore(draft.publish_at, latest)) found('publish_at', 'tooFarAhead', { days: NEWS_DAYS_AHEAD });
  return problems;
}
