import type { PersonalData } from '../../../kernel/data/personal-data.ts';

/** The rows that imports of lists have left about somebody. */
export const userImportData: PersonalData = {
  // Of those that somebody ran, or took back, for the school there is only that: the rest is about others.
  user_imports: (db, { school_id, user_id }) =>
    db
      .selectFrom('user_imports')
      .select(['source', 'state', 'created_at'])
      .where('school_id', '=', school_id)
      .where((where) => where.or([where('created_by', '=', user_id), where('undone_by', '=', user_id)]))
      .orderBy('id')
      .execute(),
  user_import_identities: (db, { school_id, user_id }) =>
    db
      .selectFrom('user_import_identities')
      .select(['source', 'external_id as number', 'birth_date as birthdate'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('source')
      .execute(),
  user_import_lines: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('user_import_lines')
      .select(['kind', 'line'])
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('import_id')
      .execute();
    return rows.map(({ kind, line }) => ({ kind, name: line.name, birthdate: line.birth_date, grade: line.class }));
  },
  user_import_changes: async (db, { school_id, user_id }) => {
    const rows = await db
      .selectFrom('user_import_changes')
      .select('before')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .orderBy('import_id')
      .execute();
    return rows.flatMap(({ before }) => {
      if (before === null) return [];
      const { firstname, lastname, sex, email, phone } = before.account;
      return [{ firstname, lastname, sex, email, phone }];
    });
  },
};
