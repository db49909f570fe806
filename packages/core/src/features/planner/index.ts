export * from './abilities.ts';
export * as plannerApi from './api.ts';
export * from './clashes.ts';
export * from './parts.ts';
export * from './patterns.ts';
export * from './periods.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
