import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Who wrote the tasks of lessons. */
export const timetableMerge: Merge = {
  'lesson_tasks.written_by': moves('plans'),
};
