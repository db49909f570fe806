export * from './content-type.ts';
export * from './file-name.ts';
export * from './images.ts';
export * from './metadata/strip.ts';
export * from './scanner.ts';
export * from './serve.ts';
export * from './signed.ts';
export * from './store.ts';
