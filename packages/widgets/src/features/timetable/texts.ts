import type { Texts as ViewTexts } from '@kreide/app/features/timetable/views';
import { toFormats } from '@kreide/core/features/timetable';
import timetable from '../../../../../locales/de/timetable.json' with { type: 'json' };
import widgets from '../../../../../locales/de/widgets.json' with { type: 'json' };
import { type Texts, type TextTree, translateOf } from '../../kernel/texts.ts';

/** The German texts, part of the script. */
export const german: TextTree = { timetable, widgets };

const made = new WeakMap<Texts, ViewTexts>();

/** Words and formats of the views, made once per language: the grid is memoised on their identity. */
export function toViewTexts(texts: Texts): ViewTexts {
  const known = made.get(texts);
  if (known) return known;
  const t = translateOf(texts, ['timetable', 'widgets']);
  const own = { t, formats: toFormats(t) };
  made.set(texts, own);
  return own;
}
