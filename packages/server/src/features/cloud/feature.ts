import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { UploadParts } from '../files/index.ts';
import { changingHandlers } from './changing.ts';
import { mountDav } from './dav/route.ts';
import { type CloudParts, cloudHandlers } from './handlers.ts';
import { pruneClouds, pruneVersions } from './prune.ts';
import { eraseOwner } from './queries/change.ts';
import { eraseDavLocks, pruneDavLocks } from './queries/dav.ts';
import { pruneLocks } from './queries/editing.ts';
import { cloudData } from './queries/files-of.ts';
import { cloudMerge } from './queries/merge.ts';
import { eraseReturns } from './queries/returns.ts';
import type { ReturnWays } from './returns.ts';
import { editingParts } from './wopi/editing.ts';
import { createOffice } from './wopi/office.ts';
import { mountWopi } from './wopi/route.ts';
import { toEditKey } from './wopi/token.ts';

type Parts = UploadParts &
  ReturnWays &
  Pick<CloudParts, 'tellOfUploads'> &
  Pick<
    FeatureParts,
    'fileKey' | 'partialFolder' | 'secret' | 'appUrl' | 'officeUrl' | 'outbound' | 'clock' | 'texts' | 'temporaryFolder'
  >;

export function cloudFeature(parts: Parts): Feature {
  const { officeUrl, secret, appUrl } = parts;
  const office = officeUrl === null ? null : createOffice(officeUrl, parts);
  const editKey = toEditKey(secret);
  const editing = editingParts(office, appUrl, editKey);
  return {
    implemented: cloudHandlers({ ...parts, ...editing }),
    routes: (app) => {
      if (office) mountWopi(app, { ...parts, office, editKey });
      mountDav(app, { ...parts, ...editing, changing: changingHandlers({ ...parts, ...editing }) });
    },
    prune: {
      cloud_files: (now) => pruneClouds(parts.database.kysely, now),
      cloud_versions: (now) => pruneVersions(parts.database.kysely, now),
      cloud_locks: (now) => pruneLocks(parts.database.kysely, now),
      cloud_dav_locks: (now) => pruneDavLocks(parts.database.kysely, now),
    },
    erase: async (db, person) => {
      await eraseDavLocks(db, person);
      await eraseOwner(db, person);
      await eraseReturns(db, person);
    },
    merge: cloudMerge,
    personalData: cloudData,
  };
}
