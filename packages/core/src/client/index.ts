export * from './client.ts';
export * from './headers.ts';
export * from './read.ts';
export * from './realtime.ts';
export * from './refresh.ts';
export * from './retry.ts';
export * from './session.ts';
