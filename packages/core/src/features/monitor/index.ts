export * as monitorApi from './api.ts';
export { MONITOR_INTERVAL, MONITOR_TIMEOUT } from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
