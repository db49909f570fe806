export { newsFeature } from './feature.ts';
export { type NewsParts, readPublicNews } from './render.ts';
