import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** The addresses under which calendars read a person's lessons, without what they are opened with. */
export const subscriptionData: PersonalData = {
  subscriptions: (db, { school_id, user_id }) =>
    db
      .selectFrom('subscriptions')
      .select(['name', 'language', 'created_at', 'last_fetched_at as last_used_at'])
      .where('school_id', '=', school_id)
      // Made by somebody else for a child it is theirs, and of the child it says that it exists.
      .where((eb) => eb.or([eb('owner_id', '=', user_id), eb('user_id', '=', user_id)]))
      .orderBy('id')
      .execute(),
};
