export * as onboardingApi from './api.ts';
export * from './schema.ts';
