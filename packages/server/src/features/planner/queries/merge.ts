import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Who planned, and the places in rails. */
export const plannerMerge: Merge = {
  'planner_edits.user_id': moves('plans'),
  'planner_versions.created_by': moves('plans'),
  'planner_versions.published_by': moves(),
  'planner_proposals.created_by': moves(),
  'planner_rails.created_by': moves(),
  'planner_rail_places.user_id': joins('planner_rail_places.user_id', {
    within: ['planner_rails_id', 'group_number'],
  }),
};
