import { APP_PASSWORDS_MAXIMUM, type authApi } from '@kreide/core/features/auth';
import type { Handlers } from '../../kernel/http/implement.ts';
import { requireSelf } from '../users/index.ts';
import { createAppPassword, hashAppPassword } from './app-passwords.ts';
import type { AccountChanged } from './entrance.ts';
import { isOwnPassword } from './own-password.ts';
import { createAppPassword as addAppPassword, listAppPasswords, removeAppPassword } from './queries/app-passwords.ts';

type Keys = 'listAppPasswords' | 'createAppPassword' | 'removeAppPassword';

/** Passwords for programs that know no second step. */
export function appPasswordHandlers(accountChanged: AccountChanged): Pick<Handlers<typeof authApi>, Keys> {
  return {
    async listAppPasswords({ params, actor, db, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      return { data: await listAppPasswords(db, { school_id, id }) };
    },

    async createAppPassword({ params, body, actor, db, write, record, request, now, t, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      if (!(await isOwnPassword(db, actor, body.password, now))) {
        const message = t('kernel:rules.current_password');
        return fail('invalid', { issues: [{ path: 'body.password', rule: 'current_password', message }] });
      }
      if ((await listAppPasswords(db, { school_id, id })).length >= APP_PASSWORDS_MAXIMUM)
        return fail('app_passwords_full');
      const app_password = createAppPassword();
      const trx = await write();
      const values = { name: body.name, hash: hashAppPassword(app_password), purpose: body.purpose ?? 'program' };
      const made = await addAppPassword(trx, { school_id, id }, values, now);
      const { user_agent } = request;
      await accountChanged(trx, { school_id, user_id: id, kind: 'appPassword', user_agent }, now);
      record({ entity: 'users', id, after: { app_password: made.name, purpose: made.purpose } });
      return { data: { ...made, app_password } };
    },

    async removeAppPassword({ params, actor, db, write, record, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const one = (await listAppPasswords(db, { school_id, id })).find((each) => each.id === params.app_password_id);
      if (!one) return fail('not_found');
      await removeAppPassword(await write(), { school_id, id }, one.id);
      record({ entity: 'users', id, before: { app_password: one.name } });
      return undefined;
    },
  };
}
