export * from './abilities.ts';
export * as salesApi from './api.ts';
export * from './partners.ts';
export * as partnersApi from './partners-api.ts';
export * from './referrals.ts';
export * from './rules.ts';
export * from './schema.ts';
