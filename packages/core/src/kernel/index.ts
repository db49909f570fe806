export * from './abilities.ts';
export * from './dates.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './event.ts';
export * as fields from './fields.ts';
export * from './product.ts';
