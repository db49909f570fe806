export * as schoolsApi from './api.ts';
export * from './deletion-rules.ts';
export * as schoolPermissionsApi from './permissions-api.ts';
export * as schoolProductQuestionApi from './product-question-api.ts';
export * from './products.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './second-step.ts';
export * as schoolSecondStepApi from './second-step-api.ts';
