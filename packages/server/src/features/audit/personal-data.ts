import { auditOf } from '../../kernel/data/audit.ts';
import type { PersonalData } from '../../kernel/data/personal-data.ts';
import { sayAction } from './actions.ts';

/** What somebody did, with the address that it came from, and what others did to the account, without who they were. */
export const auditData: PersonalData = {
  audit_log: async (db, { school_id, user_id }, t) => {
    const rows = await auditOf(db, school_id)
      .where((eb) =>
        eb.or([
          eb('user_id', '=', user_id),
          eb.and([eb('entity', '=', 'users'), eb('entity_id', '=', String(user_id))]),
        ]),
      )
      .orderBy('seq')
      .execute();
    return rows.map(({ at, action, address, user_id: by, before, after }) => ({
      created_at: at,
      action: sayAction(action, t),
      is_own: by === user_id,
      address: by === user_id ? address : null,
      changes: Object.keys({ ...before, ...after }),
    }));
  },
};
