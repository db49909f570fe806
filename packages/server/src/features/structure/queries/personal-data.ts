import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** Where somebody belongs at the school. */
export const placeData: PersonalData = {
  grade_memberships: (db, { school_id, user_id }) =>
    db
      .selectFrom('grade_memberships as member')
      .innerJoin('grades', (join) =>
        join.onRef('grades.school_id', '=', 'member.school_id').onRef('grades.id', '=', 'member.grade_id'),
      )
      .select(['grades.shortcut as grade', 'member.begins_at', 'member.ends_at'])
      .where('member.school_id', '=', school_id)
      .where('member.user_id', '=', user_id)
      .orderBy('member.begins_at')
      .execute(),
  enrolments: (db, { school_id, user_id }) =>
    db
      .selectFrom('enrolments')
      .innerJoin('courses', (join) =>
        join.onRef('courses.school_id', '=', 'enrolments.school_id').onRef('courses.id', '=', 'enrolments.course_id'),
      )
      .select(['courses.shortcut as course', 'state', 'joined_at as begins_at', 'left_at as ends_at'])
      .where('enrolments.school_id', '=', school_id)
      .where('enrolments.user_id', '=', user_id)
      .orderBy('joined_at')
      .execute(),
  teachers: (db, { school_id, user_id }) =>
    db
      .selectFrom('teachers')
      .select(['shortcut', 'title', 'firstname', 'lastname', 'email', 'pseudonym', 'source'])
      .select(['no_substitution', 'no_supervision', 'contract_hours', 'ended_at as ends_at'])
      .select(['most_a_day', 'most_a_week', 'free_days'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
};
