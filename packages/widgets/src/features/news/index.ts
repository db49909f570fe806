import { defineWidget } from '../../kernel/define-widget.ts';
import { NewsWidget } from './NewsWidget.tsx';
import styles from './news.css?inline';
import { newsSurface } from './surface.ts';

/** The class of `<kreide-news>`. */
export const createNewsElement = () => defineWidget(newsSurface, NewsWidget, [styles]);
