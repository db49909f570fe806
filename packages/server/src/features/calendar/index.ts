export type { EventTeller } from './announcing.ts';
export { calendarFeature } from './feature.ts';
export type { DueReminder, ReminderTeller } from './reminding.ts';
