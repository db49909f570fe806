export { type NewsParts, newsHandlers, readPublicNews } from './handlers.ts';
