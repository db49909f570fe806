export { nearQuery } from './calendar-queries.ts';
export { NearDates } from './NearDates.tsx';
