import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** The requests of somebody that are not done yet. */
export const requestData: PersonalData = {
  email_changes: (db, { school_id, user_id }) =>
    db
      .selectFrom('email_changes')
      .select(['email', 'created_at', 'expires_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
  deletion_requests: (db, { school_id, user_id }) =>
    db
      .selectFrom('deletion_requests')
      .select(['email', 'submitted_at as created_at', 'approved_at', 'ends_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .execute(),
};
