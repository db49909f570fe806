import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Files that two accounts brought which become one. */
export const filesMerge: Merge = {
  'files.created_by': moves('files'),
  'file_uploads.user_id': moves(),
};
