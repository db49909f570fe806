export * from './dates.ts';
export * from './formats.ts';
export * from './messages.ts';
export * from './numbers.ts';
export * from './password.ts';
export * from './rules.ts';
export * from './text.ts';
