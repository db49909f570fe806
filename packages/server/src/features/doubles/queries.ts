export * from './queries/apart.ts';
export * from './queries/pairs.ts';
