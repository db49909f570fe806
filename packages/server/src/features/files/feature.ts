import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type FilesParts, filesHandlers } from './handlers.ts';
import { fileData, listFilesOf } from './queries/personal-data.ts';
import { eraseBringer } from './queries.ts';

export function filesFeature({
  store,
  fileKey,
  isPublicFile,
}: Pick<FeatureParts, 'store' | 'fileKey'> & Pick<FilesParts, 'isPublicFile'>): Feature {
  return {
    implemented: filesHandlers({ store, key: fileKey, isPublicFile }),
    erase: eraseBringer,
    personalData: fileData,
    personalFiles: listFilesOf,
  };
}
