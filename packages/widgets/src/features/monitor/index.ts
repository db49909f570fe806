import looks from '@kreide/app/features/timetable/views/looks.css?inline';
import { defineWidget } from '../../kernel/define-widget.ts';
import { MonitorWidget } from './MonitorWidget.tsx';
import styles from './monitor.css?inline';
import print from './print.css?inline';
import { monitorSurface } from './surface.ts';

/** The class of `<kreide-monitor>`. Colours and icons of the kinds are those of the timetable. */
export const createMonitorElement = () => defineWidget(monitorSurface, MonitorWidget, [looks, styles, print]);
