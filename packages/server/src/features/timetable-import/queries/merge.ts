import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Who uploaded timetables. */
export const timetableImportMerge: Merge = {
  'timetable_uploads.created_by': moves('plans'),
};
