import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { coursesOf, teachersOfAccount } from '../../structure/index.ts';

/** The versions of the plan that somebody made or published, what they moved in them, their rails, and when they cannot be planned. */
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
  planner_rails: (db, { school_id, user_id }) =>
    db
      .selectFrom('planner_rails')
      .select(['id as number', 'state', 'created_at'])
      .where('school_id', '=', school_id)
      .where('created_by', '=', user_id)
      .orderBy('id')
      .execute(),
  // A draft of places is nobody's yet.
  planner_rail_places: (db, { school_id, user_id }) =>
    db
      .selectFrom('planner_rail_places as place')
      .innerJoin('planner_rails as run', (join) =>
        join.onRef('run.school_id', '=', 'place.school_id').onRef('run.id', '=', 'place.planner_rails_id'),
      )
      .leftJoin(coursesOf(db, school_id).as('course'), 'course.id', 'place.course_id')
      .select(['course.shortcut as course', 'run.enrolled_at as created_at'])
      .where('place.school_id', '=', school_id)
      .where('place.user_id', '=', user_id)
      .where('run.enrolled_at', 'is not', null)
      .orderBy('place.planner_rails_id')
      .orderBy('place.group_number')
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
