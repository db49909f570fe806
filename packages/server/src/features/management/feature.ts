import type { Feature } from '../../kernel/feature.ts';
import { managementHandlers } from './handlers.ts';
import type { HealthParts } from './health.ts';
import { managementMerge } from './queries/merge.ts';
import { erasePolicies, policyData } from './queries/policies.ts';
import type { QuotationParts } from './quotations.ts';

export const managementFeature = (parts: HealthParts & QuotationParts): Feature => ({
  implemented: managementHandlers(parts),
  erase: erasePolicies,
  merge: managementMerge,
  personalData: policyData,
});
