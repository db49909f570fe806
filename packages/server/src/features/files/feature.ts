import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type FilesParts, filesHandlers } from './handlers.ts';
import { pruneFiles } from './prune.ts';
import { fileData, listFilesOf } from './queries/personal-data.ts';
import { eraseBringer } from './queries.ts';

type Needed = Pick<FeatureParts, 'database' | 'store' | 'fileKey'> & Pick<FilesParts, 'isPublicFile' | 'mayRead'>;

export function filesFeature({ database, store, fileKey, isPublicFile, mayRead }: Needed): Feature {
  return {
    implemented: filesHandlers({ store, key: fileKey, isPublicFile, mayRead }),
    prune: { files: (now) => pruneFiles({ database, store }, now) },
    erase: eraseBringer,
    personalData: fileData,
    personalFiles: listFilesOf,
  };
}
