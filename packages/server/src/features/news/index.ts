export type { NewsTeller } from './announcing.ts';
export { isNewsReader } from './attachments.ts';
export { newsFeature } from './feature.ts';
export type { NewsReporter } from './moderating.ts';
export { countNews } from './queries/counts.ts';
export { isPublished, isReleased } from './queries/file-readers.ts';
export { countChannelNews, listNewestOfChannel } from './queries/reading.ts';
export { surveysInNews } from './queries/survey.ts';
export { type NewsParts, readPublicNews } from './render.ts';
