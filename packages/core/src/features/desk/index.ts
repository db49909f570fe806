export * as deskApi from './api.ts';
export * from './limits.ts';
export * from './people.ts';
export * from './proposal.ts';
export * from './ranking.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
export * from './weights.ts';
