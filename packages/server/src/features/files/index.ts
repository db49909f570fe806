export { filesHandlers } from './handlers.ts';
export { filesPart } from './queries.ts';
