export { newsFeature } from './feature.ts';
export { type NewsParts, readPublicNews } from './handlers.ts';
