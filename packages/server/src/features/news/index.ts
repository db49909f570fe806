export { isNewsReader } from './attachments.ts';
export { newsFeature } from './feature.ts';
export { countChannelNews } from './queries/reading.ts';
export { isNewsFile } from './queries.ts';
export type { NewsReminder } from './reminding.ts';
export { type NewsParts, readPublicNews } from './render.ts';
