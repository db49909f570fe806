import { createMonitorElement } from './features/monitor/index.ts';
import { register } from './kernel/define-widget.ts';

register('kreide-monitor', createMonitorElement);
