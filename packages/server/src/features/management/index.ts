export { endSchool } from './ending.ts';
export { managementFeature } from './feature.ts';
export { checkSchools } from './health.ts';
export { listKeptInvoices } from './queries/kept-invoices.ts';
export { hasDuePolicy } from './queries/policies.ts';
