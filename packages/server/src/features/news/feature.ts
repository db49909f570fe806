import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { newsHandlers } from './handlers.ts';
import { createPublishTask } from './publish.ts';

type Needed = 'database' | 'clock' | 'fileKey' | 'appUrl';

export function newsFeature({ database, clock, fileKey, appUrl }: Pick<FeatureParts, Needed>): Feature {
  const publish = createPublishTask({ kysely: database.kysely, clock, fileKey, appUrl });
  return { implemented: newsHandlers({ fileKey, appUrl, publish }), tasks: [publish] };
}
