export { monitorHandlers } from './handlers.ts';
