import { LINK_RESTORE_HOURS } from '@kreide/core/features/links';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { linkHandlers } from './handlers.ts';
import { pruneLinks } from './queries.ts';

const HOUR_MS = 60 * 60 * 1000;

export function linksFeature({ database }: Pick<FeatureParts, 'database'>): Feature {
  return {
    implemented: linkHandlers(),
    prune: {
      school_links: (now) => pruneLinks(database.kysely, new Date(now.getTime() - LINK_RESTORE_HOURS * HOUR_MS)),
    },
  };
}
