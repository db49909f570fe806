import { type TranslateIn, writeDate } from '@kreide/core/kernel';
import widgets from '../../../../../locales/de/widgets.json' with { type: 'json' };
import { type Texts, type TextTree, translateOf } from '../../kernel/texts.ts';

/** The German texts, bundled with the script. */
export const german: TextTree = { widgets };

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
