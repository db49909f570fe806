export * from './abilities.ts';
export * as authDriversApi from './api.ts';
export * from './claims.ts';
export * from './errors.ts';
export * from './presets.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './second-step.ts';
