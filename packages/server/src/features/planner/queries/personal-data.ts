import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { teachersOfAccount } from '../../structure/index.ts';

/** The versions of the plan that somebody made or published, what they moved in them, and when they cannot be planned. */
export const plannerData: PersonalData = {
  planner_versions: (db, { school_id, user_id }) =>
    db
      .selectFrom('planner_versions')
      .select(['number', 'note as text', 'created_at', 'published_at as publish_at'])
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('created_by', '=', user_id), eb('published_by', '=', user_id)]))
      .orderBy('id')
      .execute(),
  planner_proposals: (db, { school_id, user_id }) =>
    db
      .selectFrom('planner_proposals')
      .select(['id as number', 'state', 'created_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
  planner_time_wishes: (db, { school_id, user_id }) =>
    db
      .selectFrom('planner_time_wishes')
      .select(['weekday', 'hour', 'wish'])
      .where('school_id', '=', school_id)
      .where('entity', '=', 'teachers')
      .where('unit_id', 'in', teachersOfAccount(db, school_id, user_id))
      .orderBy('weekday')
      .orderBy('hour')
      .execute(),
  planner_edits: (db, { school_id, user_id }) =>
    db
      .selectFrom('planner_edits')
      .select(['revision as number', 'made_at as created_at', 'popped_at as withdrawn_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('made_at')
      .execute(),
};
