export * from './abilities.ts';
export * as calendarApi from './api.ts';
export * as calendarEvents from './events.ts';
export * from './layout.ts';
export * from './participants.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './times.ts';
