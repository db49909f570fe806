import { salesApi } from '@kreide/core/features/sales';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import type { MakeSchool } from './activating.ts';
import { leadHandlers } from './lead-handlers.ts';
import { partnerHandlers } from './partner-handlers.ts';
import { pruneLeads } from './queries/leads.ts';
import { salesMerge } from './queries/merge.ts';
import { eraseReferrals, pruneReferrals, referralData } from './queries/referrals.ts';
import { referralHandlers } from './referral-handlers.ts';
import { createSyncTask, type SyncParts } from './sync-task.ts';

type SalesParts = SyncParts & Pick<FeatureParts, 'appUrl' | 'log'> & { makeSchool: MakeSchool };

export function salesFeature(parts: SalesParts): Feature {
  const { kysely } = parts.database;
  const syncTask = createSyncTask(parts);
  return {
    implemented: implement(salesApi, {
      ...leadHandlers({ ...parts, syncTask }),
      ...partnerHandlers(),
      ...referralHandlers(),
    }),
    tasks: [syncTask],
    prune: {
      leads: (now) => pruneLeads(kysely, now),
      referrals: (now) => pruneReferrals(kysely, now),
    },
    erase: eraseReferrals,
    merge: salesMerge,
    personalData: referralData,
  };
}
