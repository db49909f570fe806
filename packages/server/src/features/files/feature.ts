import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { repeat } from '../../kernel/jobs/index.ts';
import { type CleaningParts, cleanStoredFiles } from './clean-stored.ts';
import { filesHandlers } from './handlers.ts';
import type { Reading } from './owners.ts';
import { pruneFiles } from './prune.ts';
import { fileData, listFilesOf } from './queries/personal-data.ts';
import { eraseBringer } from './queries.ts';

type Needed = Pick<FeatureParts, 'database' | 'store' | 'fileKey'> & Reading & Pick<CleaningParts, 'resized'>;

export function filesFeature({ database, store, fileKey, owners, isPresent, resized }: Needed): Feature {
  const cleaning = cleanStoredFiles({ database, store, resized });
  return {
    tasks: [cleaning],
    schedule: [repeat(cleaning, '*/10 * * * *', {})],
    implemented: filesHandlers({ store, key: fileKey, owners, isPresent }),
    prune: { files: (now) => pruneFiles({ database, store }, now) },
    erase: eraseBringer,
    personalData: fileData,
    personalFiles: listFilesOf,
  };
}
