import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { repeat } from '../../kernel/jobs/index.ts';
import { type CleaningParts, cleanStoredFiles } from './clean-stored.ts';
import { filesHandlers } from './handlers.ts';
import type { Reading } from './owners.ts';
import { partialFolder } from './partial/folder.ts';
import { prunePartials } from './partial/prune.ts';
import { mountPartials, type PartialParts } from './partial/route.ts';
import { pruneFiles } from './prune.ts';
import { filesMerge } from './queries/merge.ts';
import { erasePartials, partialData } from './queries/partial.ts';
import { fileData, listFilesOf } from './queries/personal-data.ts';
import { eraseBringer } from './queries.ts';

type Needed = Pick<FeatureParts, 'database' | 'store' | 'fileKey' | 'clock' | 'partialFolder'> &
  Reading &
  Pick<CleaningParts, 'resized'> &
  Pick<PartialParts, 'authenticate'>;

export function filesFeature({ database, store, fileKey, owners, isPresent, resized, ...parts }: Needed): Feature {
  const folder = partialFolder(parts.partialFolder);
  const cleaning = cleanStoredFiles({ database, store, resized });
  return {
    tasks: [cleaning],
    schedule: [repeat(cleaning, '*/10 * * * *', {})],
    implemented: filesHandlers({ store, key: fileKey, owners, isPresent }),
    routes: (app) => mountPartials(app, { database, folder, ...parts }),
    prune: {
      files: (now) => pruneFiles({ database, store }, now),
      file_uploads: (now) => prunePartials({ database, folder }, now),
    },
    erase: async (db, person) => {
      await eraseBringer(db, person);
      await erasePartials(db, person);
    },
    merge: filesMerge,
    personalData: { ...fileData, ...partialData },
    personalFiles: listFilesOf,
  };
}
