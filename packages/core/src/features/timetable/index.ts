export * as timetableApi from './api.ts';
export { RANGE_MAXIMUM_DAYS } from './api.ts';
export * as timetableEvents from './events.ts';
export * from './schema.ts';
