import lists from '@kreide/app/features/timetable/views/lists.css?inline';
import views from '@kreide/app/features/timetable/views/views.css?inline';
import { defineWidget } from '../../kernel/define-widget.ts';
import { timetableSurface } from './surface.ts';
import { TimetableWidget } from './TimetableWidget.tsx';
import styles from './timetable.css?inline';

/** The class of `<kreide-timetable>`. */
export const createTimetableElement = () => defineWidget(timetableSurface, TimetableWidget, [views, lists, styles]);
