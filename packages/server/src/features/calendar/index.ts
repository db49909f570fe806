export type { EventTeller } from './announcing.ts';
export { calendarFeature } from './feature.ts';
