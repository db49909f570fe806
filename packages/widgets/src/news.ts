import { createNewsElement } from './features/news/index.ts';
import { register } from './kernel/define-widget.ts';

register('kreide-news', createNewsElement);
