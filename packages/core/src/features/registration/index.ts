export * as registrationApi from './api.ts';
export * as applicationApi from './application-api.ts';
export * from './applications.ts';
export * as childRequestApi from './child-request-api.ts';
export * from './child-requests.ts';
export * as registrationEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
