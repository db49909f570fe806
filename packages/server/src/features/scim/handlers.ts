import { driverAbilitiesOf } from '@kreide/core/features/auth-drivers';
import { endProblem, SCIM_TOKENS_MAXIMUM, scimApi } from '@kreide/core/features/scim';
import { type Issue, isAllowed, toLocal } from '@kreide/core/kernel';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { createToken, hashToken, isOwnPassword } from '../auth/index.ts';
import { addToken, countPeople, listTokens, lockScim, removeToken } from './queries.ts';

/** What a token begins with: whoever finds one somewhere knows what it opens. */
const PREFIX = 'kreide-scim-';

/**
 * The tokens of services that bring people by themselves. Such a service sets addresses, and with them opens accounts: as with the
 * service at which people sign in, only an administrator lets one in.
 */
export function scimHandlers(baseOf: (schoolUuid: string) => string) {
  return implement(scimApi, {
    async getSettings({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const tokens = await listTokens(db, actor.school_id);
      const people = await countPeople(db, actor.school_id);
      return { data: { address: baseOf(actor.school_uuid), tokens, people, can: driverAbilitiesOf(actor) } };
    },

    async createToken({ params, body, actor, db, write, record, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const issues: Issue[] = [];
      const rule = endProblem(body.ends_on, toLocal(now, actor.time_zone).date);
      if (rule !== null) issues.push({ path: 'body.ends_on', rule, message: t(`scim:rules.${rule}`) });
      if (!(await isOwnPassword(db, actor, body.password, now)))
        issues.push({ path: 'body.password', rule: 'current_password', message: t('kernel:rules.current_password') });
      refuseIssues(issues);
      const trx = await write();
      await lockScim(trx, actor.school_id);
      if ((await listTokens(trx, actor.school_id)).length >= SCIM_TOKENS_MAXIMUM) return fail('scim_tokens_full');
      const token = `${PREFIX}${createToken()}`;
      const { name, ends_on } = body;
      const values = {
        school_id: actor.school_id,
        name,
        ends_on,
        token_hash: hashToken(token),
        created_by: actor.user_id,
      };
      const made = await addToken(trx, values, now);
      record({ entity: 'scim_clients', id: made.id, after: { name, ends_at: ends_on } });
      return { data: { ...made, token } };
    },

    async removeToken({ params, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      const trx = await write();
      const one = (await listTokens(trx, actor.school_id)).find(({ id }) => id === params.token_id);
      if (!one) return fail('not_found');
      await removeToken(trx, actor.school_id, one.id);
      record({ entity: 'scim_clients', id: one.id, before: { name: one.name, ends_at: one.ends_on } });
      return undefined;
    },
  });
}
