import { createMonitorElement } from './features/monitor/index.ts';
import { createNewsElement } from './features/news/index.ts';
import { createTimetableElement } from './features/timetable/index.ts';
import { register } from './kernel/define-widget.ts';

register('kreide-timetable', createTimetableElement);
register('kreide-monitor', createMonitorElement);
register('kreide-news', createNewsElement);
