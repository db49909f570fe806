export * as dataSyncApi from './api.ts';
export * from './errors.ts';
export * from './pairs.ts';
export * from './pairs-schema.ts';
export * from './presets.ts';
export * from './readings.ts';
export * from './rules.ts';
export * from './schema.ts';
