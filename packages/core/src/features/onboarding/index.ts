export * as onboardingApi from './api.ts';
export * from './pages.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './trial.ts';
