import { type Formats, toFormats } from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';
import { type Texts, translateOf } from '../../kernel/texts.ts';

/** The texts of the app's views, and the element's own. */
export interface TimetableTexts {
  readonly t: TranslateIn<'timetable' | 'widgets'>;
  readonly formats: Formats;
}

const made = new WeakMap<Texts, TimetableTexts>();

/** Texts and formats of the views, created once per language: the grid is memoised on their identity. */
export function toTimetableTexts(texts: Texts): TimetableTexts {
  const known = made.get(texts);
  if (known) return known;
  const t = translateOf(texts, ['timetable', 'widgets']);
  const own = { t, formats: toFormats(t, texts.language) };
  made.set(texts, own);
  return own;
}
