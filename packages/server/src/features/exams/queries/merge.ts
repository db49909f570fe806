import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Who has entered exams when two accounts become one; what somebody writes follows from their courses and class. */
export const examsMerge: Merge = {
  'exams.created_by': moves(),
  'exams.changed_by': moves(),
};
