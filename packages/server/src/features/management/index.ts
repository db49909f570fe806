export { managementFeature } from './feature.ts';
export { checkSchools } from './health.ts';
export { hasDuePolicy } from './queries/policies.ts';
