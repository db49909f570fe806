import { type Merge, moves } from '../../../kernel/data/merge.ts';

/** Who entered absences of teachers and decided of substitutions. */
export const deskMerge: Merge = {
  'desk_absences.created_by': moves('plans'),
  'desk_decisions.changed_by': moves('plans'),
  'desk_publications.set_by': moves('plans'),
};
