export * as activationLettersApi from './api.ts';
export * from './schema.ts';
