export * from './abilities.ts';
export * as classbookApi from './api.ts';
export * from './checks.ts';
export * from './checks-schema.ts';
export * from './filters.ts';
export * from './limits.ts';
export * from './rules.ts';
export * from './schema.ts';
