import type { Feature } from '../../kernel/feature.ts';
import { type CloudParts, cloudHandlers } from './handlers.ts';
import { pruneClouds } from './prune.ts';
import { eraseOwner } from './queries/change.ts';
import { cloudData } from './queries/files-of.ts';
import { eraseReturns } from './queries/returns.ts';

export function cloudFeature(parts: CloudParts): Feature {
  return {
    implemented: cloudHandlers(parts),
    prune: { cloud_files: (now) => pruneClouds(parts.database.kysely, now) },
    erase: async (db, person) => {
      await eraseOwner(db, person);
      await eraseReturns(db, person);
    },
    personalData: cloudData,
  };
}
