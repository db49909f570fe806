import type { authApi } from '@kreide/core/features/auth';
import type { Handlers } from '../../kernel/http/implement.ts';
import { requireSelf } from '../users/index.ts';
import { toDeviceName } from './device-name.ts';
import { listSessionsOf } from './queries/sessions.ts';
import type { Sessions } from './sessions.ts';

/** The list of signed-in devices, and signing out there. */
export function sessionHandlers(sessions: Sessions): Pick<Handlers<typeof authApi>, 'listSessions' | 'endSession'> {
  return {
    async listSessions({ params, actor, db, now, fail }) {
      const self = await requireSelf({ params, actor, db, fail });
      const rows = await listSessionsOf(db, self, now);
      return {
        data: rows.map(({ user_agent, ...row }) => ({
          ...row,
          device: toDeviceName(user_agent) || null,
          is_current: row.id === actor.session_id,
        })),
      };
    },

    async endSession({ params, actor, db, write, record, now, fail, afterCommit }) {
      const self = await requireSelf({ params, actor, db, fail });
      const one = (await listSessionsOf(db, self, now)).find(({ id }) => id === params.session_id);
      if (!one) return fail('not_found');
      await sessions.end(await write(), { school_id: self.school_id, session_id: one.id });
      record({ entity: 'users', id: self.user_id, before: { device: toDeviceName(one.user_agent) || null } });
      afterCommit(() => sessions.changed(self.user_id));
      return undefined;
    },
  };
}
