export * as identityProviderApi from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
