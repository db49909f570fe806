import icons from '@kreide/app/features/timetable/views/icons.css?inline';
import { defineWidget } from '../../kernel/define-widget.ts';
import { MonitorWidget } from './MonitorWidget.tsx';
import styles from './monitor.css?inline';
import print from './print.css?inline';
import { monitorSurface } from './surface.ts';

/** The class of `<kreide-monitor>`. The icons of the states are those of the timetable. */
export const createMonitorElement = () => defineWidget(monitorSurface, MonitorWidget, [icons, styles, print]);
