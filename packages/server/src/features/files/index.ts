export { filesHandlers } from './handlers.ts';
