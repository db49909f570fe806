import { type TranslateIn, writeDate } from '@kreide/core/kernel';
import { type Texts, translateOf } from '../../kernel/texts.ts';

export interface NewsTexts {
  readonly t: TranslateIn<'widgets'>;
  /** "18 November 2026" from `YYYY-MM-DD`. */
  date(date: string): string;
}

const made = new WeakMap<Texts, NewsTexts>();

/** Texts and the date format, created once per language. */
export function toNewsTexts(texts: Texts): NewsTexts {
  const known = made.get(texts);
  if (known) return known;
  const own = {
    t: translateOf(texts, ['widgets']),
    date: (date: string) => writeDate(texts.language, date, 'long'),
  };
  made.set(texts, own);
  return own;
}
