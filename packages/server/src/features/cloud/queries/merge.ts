import { ends, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Files of clouds that two accounts brought which become one. */
export const cloudMerge: Merge = {
  'cloud_files.user_id': moves('files'),
  'cloud_files.edited_by': moves(),
  'cloud_files.deleted_by': moves(),
  'cloud_versions.user_id': moves(),
  'cloud_returns.user_id': moves(),
  'cloud_returns.returned_by': moves(),
  'cloud_dav_locks.user_id': ends(),
};
