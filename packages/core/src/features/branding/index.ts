export * from './csp.ts';
export * from './rules.ts';
export * from './schema.ts';
