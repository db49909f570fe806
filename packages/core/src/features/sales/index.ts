export * from './abilities.ts';
export * as salesApi from './api.ts';
export * from './referrals.ts';
export * from './rules.ts';
export * from './schema.ts';
