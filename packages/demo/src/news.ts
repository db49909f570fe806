import type { ParsedPlan } from '@kreide/core/features/timetable-import';
import { addDays, writeDate } from '@kreide/core/kernel';
import { localDate } from './calendar.ts';
import { NEWS_TEXTS, type NewsText, seasonalText } from './news-texts.ts';
import type { PictureName } from './pictures.ts';

/** An invented news item; `key` stays the same as time passes, so that a job can move its date forward. */
export interface DemoNews {
  key: string;
  title: string;
  /** HTML of paragraphs and lists. */
  content: string;
  /** Code of the teacher who wrote it. */
  author: string;
  /** ISO instant, never after `now`. */
  publish_at: string;
  is_public: boolean;
  is_pinned: boolean;
  is_official: boolean;
  picture: PictureName | null;
  /** Description of the picture; empty without one. */
  alt: string;
}

const HOUR = 3_600_000;

/** `Freitag, 20. November`, this many days after a date. */
function dayWords(date: string, days: number): string {
  return writeDate('de', addDays(date, days), 'weekday');
}

/** On the morning of its day; if that is still ahead, an hour ago. */
function publishedAt(text: NewsText, index: number, now: Date): string {
  const planned = Date.parse(`${addDays(localDate(now), -text.daysAgo)}T06:10:00Z`) + ((index * 97) % 480) * 60_000;
  return new Date(planned < now.getTime() ? planned : now.getTime() - HOUR).toISOString();
}

function contentOf(text: NewsText, date: string): string {
  const paragraphs = text.paragraphs((days) => dayWords(date, days));
  return paragraphs.map((html) => (/^<[uo]l>/.test(html) ? html : `<p>${html}</p>`)).join('');
}

/**
 * Thirteen news items of the demo school, dated back from `now`, newest first. Dates announced in the texts are after
 * `now`.
 * @param plan source of the authors
 */
export function demoNews(plan: Pick<ParsedPlan, 'teachers'>, now: Date): DemoNews[] {
  const date = localDate(now);
  const texts = [...NEWS_TEXTS, seasonalText(Number(date.slice(5, 7)) - 1)];
  const items = texts.map((text, index): DemoNews => {
    const author = plan.teachers[(index * 7) % plan.teachers.length];
    if (author === undefined) throw new Error('news need somebody who writes them');
    const { key, title, is_public, is_pinned, is_official, picture, alt } = text;
    const publish_at = publishedAt(text, index, now);
    return {
      key,
      title,
      content: contentOf(text, date),
      author: author.code,
      publish_at,
      is_public,
      is_pinned,
      is_official,
      picture,
      alt,
    };
  });
  return items.sort((a, b) => b.publish_at.localeCompare(a.publish_at));
}
