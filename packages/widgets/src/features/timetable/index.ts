import card from '@kreide/app/features/timetable/views/card.css?inline';
import grid from '@kreide/app/features/timetable/views/grid.css?inline';
import icons from '@kreide/app/features/timetable/views/icons.css?inline';
import lists from '@kreide/app/features/timetable/views/lists.css?inline';
import looks from '@kreide/app/features/timetable/views/looks.css?inline';
import strip from '@kreide/app/features/timetable/views/strip.css?inline';
import tints from '@kreide/app/features/timetable/views/tints.css?inline';
import { defineWidget } from '../../kernel/define-widget.ts';
import { timetableSurface } from './surface.ts';
import { TimetableWidget } from './TimetableWidget.tsx';
import styles from './timetable.css?inline';

/** The class of `<kreide-timetable>`. */
export const createTimetableElement = () =>
  defineWidget(timetableSurface, TimetableWidget, [icons, looks, tints, grid, card, strip, lists, styles]);
