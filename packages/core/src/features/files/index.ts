export * as filesApi from './api.ts';
