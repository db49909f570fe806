import { type Formats, toFormats } from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';
import timetable from '../../../../../locales/de/timetable.json' with { type: 'json' };
import widgets from '../../../../../locales/de/widgets.json' with { type: 'json' };
import { type Texts, type TextTree, translateOf } from '../../kernel/texts.ts';

/** The German texts, part of the script. */
export const german: TextTree = { timetable, widgets };

/** What the app's views ask for, and the element's own words besides. */
export interface TimetableTexts {
  readonly t: TranslateIn<'timetable' | 'widgets'>;
  readonly formats: Formats;
}

const made = new WeakMap<Texts, TimetableTexts>();

/** Words and formats of the views, made once per language: the grid is memoised on their identity. */
export function toTimetableTexts(texts: Texts): TimetableTexts {
  const known = made.get(texts);
  if (known) return known;
  const t = translateOf(texts, ['timetable', 'widgets']);
  const own = { t, formats: toFormats(t, texts.language) };
  made.set(texts, own);
  return own;
}
