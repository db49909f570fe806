export * from './people.ts';
export * from './proposal.ts';
export * from './ranking.ts';
export * from './weights.ts';
