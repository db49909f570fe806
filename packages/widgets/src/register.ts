// First React, then all style sheets, side by side: packed files find repetitions only 32 kB back.
import './kernel/define-widget.ts';
import './styles.ts';

import { createMonitorElement } from './features/monitor/index.ts';
import { createSubstitutionsElement } from './features/monitor/substitutions.ts';
import { createNewsElement } from './features/news/index.ts';
import { createTimetableElement } from './features/timetable/index.ts';
import { register } from './kernel/define-widget.ts';

register('kreide-timetable', createTimetableElement);
register('kreide-monitor', createMonitorElement);
register('kreide-substitutions', createSubstitutionsElement);
register('kreide-news', createNewsElement);
