import { createTimetableElement } from './features/timetable/index.ts';
import { register } from './kernel/define-widget.ts';

register('kreide-timetable', createTimetableElement);
