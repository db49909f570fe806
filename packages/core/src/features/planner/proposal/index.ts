export * from './build.ts';
export * from './divide.ts';
export { clashesOf, costsOf } from './evaluate.ts';
export * from './explain.ts';
export * from './model.ts';
export * from './places.ts';
export * from './preflight.ts';
export type { Rules } from './rules.ts';
export * from './search.ts';
