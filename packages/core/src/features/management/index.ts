export * as managementApi from './api.ts';
export * from './end.ts';
export * from './health.ts';
export * from './people.ts';
export * from './policies.ts';
export * as policiesApi from './policies-api.ts';
export * from './quotations.ts';
export * from './statistics.ts';
export * from './timetable-events.ts';
