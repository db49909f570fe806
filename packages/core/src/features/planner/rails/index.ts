export * from './match.ts';
export * from './model.ts';
export * from './placing.ts';
export * from './search.ts';
export * from './spread.ts';
export * from './told.ts';
export * from './when.ts';
