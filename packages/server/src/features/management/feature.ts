import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { createEnding, type EndingParts } from './ending.ts';
import { managementHandlers } from './handlers.ts';
import type { HealthParts } from './health.ts';
import { pruneKeptInvoices } from './queries/kept-invoices.ts';
import { managementMerge } from './queries/merge.ts';
import { erasePolicies, policyData } from './queries/policies.ts';
import type { QuotationParts } from './quotations.ts';

type Parts = HealthParts & QuotationParts & EndingParts & Pick<FeatureParts, 'database' | 'store' | 'clock' | 'log'>;

export interface ManagementFeature extends Feature {
  /** Removes schools whose time is over, once the transaction commits. */
  readonly endNow: (trx: Kysely<DB>) => Promise<void>;
}

export const managementFeature = (parts: Parts): ManagementFeature => ({
  implemented: managementHandlers(parts),
  ...createEnding(parts),
  prune: { kept_invoices: (now) => pruneKeptInvoices(parts.database.kysely, now.toISOString().slice(0, 10)) },
  erase: erasePolicies,
  merge: managementMerge,
  personalData: policyData,
});
