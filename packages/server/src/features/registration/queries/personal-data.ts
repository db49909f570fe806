import type { PersonalData } from '../../../kernel/data/personal-data.ts';
import { gradesOf, subjectsOf } from '../../structure/index.ts';

/** How somebody came to the school. */
export const registrationData: PersonalData = {
  activation_keys: (db, { school_id, user_id }) =>
    db
      .selectFrom('activation_keys')
      .select(['kind', 'created_at', 'expires_at', 'used_at', 'withdrawn_at'])
      .where('school_id', '=', school_id)
      .where((eb) => eb.or((['user_id', 'created_by', 'used_by'] as const).map((column) => eb(column, '=', user_id))))
      .orderBy('id')
      .execute(),
  consents: (db, { school_id, user_id }) =>
    db
      .selectFrom('consents')
      .select(['version', 'agreed_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('agreed_at')
      .execute(),
  // Of those that somebody answered for the school there is only that: the rest is about others.
  child_requests: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('child_requests')
      .select(['parent_id', 'firstname', 'lastname', 'birthdate', 'grade', 'state', 'reason'])
      .select(['created_at', 'answered_at'])
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('parent_id', '=', user_id), eb('answered_by', '=', user_id)]))
      .orderBy('id')
      .execute();
    return rows.map(({ parent_id, ...row }) =>
      parent_id === user_id ? row : { state: row.state, answered_at: row.answered_at },
    );
  },
  applications: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('applications')
      .select(['user_id', 'type', 'firstname', 'lastname', 'email', 'phone', 'child', 'message', 'state'])
      .select(['created_at', 'answered_at'])
      .where('school_id', '=', school_id)
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('answered_by', '=', user_id)]))
      .orderBy('id')
      .execute();
    return rows.map(({ user_id: owner, ...row }) =>
      owner === user_id ? row : { state: row.state, answered_at: row.answered_at },
    );
  },
  teachings: async (db, { school_id, user_id }) => {
    const row = await db
      .selectFrom('teachings')
      .select(['grade_ids', 'subject_ids', 'updated_at'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    if (!row) return [];
    const namesOf = (units: readonly { id: number; shortcut: string }[], ids: readonly number[]) =>
      units.filter(({ id }) => ids.includes(id)).map(({ shortcut }) => shortcut);
    const grades = namesOf(await gradesOf(db, school_id).execute(), row.grade_ids);
    const subjects = namesOf(await subjectsOf(db, school_id).execute(), row.subject_ids);
    return [{ grades, subjects, updated_at: row.updated_at }];
  },
};
