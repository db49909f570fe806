import { isToAccept, type Policy, type policiesApi } from '@kreide/core/features/management';
import { usersEvents } from '@kreide/core/features/users';
import { toCan, type UserType } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { countByType } from '../users/index.ts';
import {
  addAcceptance,
  addPolicy,
  findPolicy,
  listAccepted,
  listVersions,
  type PolicyRow,
} from './queries/policies.ts';

type Api = typeof policiesApi;

/** A version as its reader sees it; how many accepted it is for those who change policies. */
function toPolicy(row: PolicyRow, actor: Actor, people: ReadonlyMap<string, number> | null): Policy {
  const { accepted_count, ...shown } = row;
  const isOwn = row.actor === actor.type && isToAccept(row);
  return {
    ...shown,
    accepted_count: people && Number(accepted_count),
    people_count: people && (people.get(row.actor) ?? 0),
    can: toCan({ accept: isOwn && !row.is_accepted }),
  };
}

/** What a school wants accepted, and by whom it is. */
export function policiesHandlers() {
  return {
    async listPolicies({ params, actor, db, fail }: HandlerContext<Api['listPolicies']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!actor.permissions.has('edit-school')) {
        const own = await listVersions(db, actor, actor.type as UserType);
        return { data: own.filter(isToAccept).map((row) => toPolicy(row, actor, null)) };
      }
      const people = await countByType(db, actor.school_id);
      return { data: (await listVersions(db, actor)).map((row) => toPolicy(row, actor, people)) };
    },

    async createPolicy({ params, body, actor, now, write, record, emit, fail }: HandlerContext<Api['createPolicy']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const id = await addPolicy(trx, actor, body, now);
      const row = await findPolicy(trx, actor, id);
      if (!row) return fail('not_found');
      const { actor: of, version, title } = row;
      record({ entity: 'policies', id, after: { actor: of, version, title } });
      // Everybody reads themselves anew, and learns what they have to accept.
      await emit(usersEvents.rightsChanged, { school: actor.school_id }, {});
      return { data: toPolicy(row, actor, await countByType(trx, actor.school_id)) };
    },

    async listAcceptances({ params, query, actor, db, fail }: HandlerContext<Api['listAcceptances']>) {
      if (params.id !== actor.school_id || !(await findPolicy(db, actor, params.policyId))) return fail('not_found');
      const rows = await listAccepted(db, actor.school_id, params.policyId, query.page ?? 1);
      return {
        data: rows.map(({ user_id, accepted_at, firstname, lastname }) => ({
          user_id,
          accepted_at,
          displayname: `${lastname}, ${firstname}`,
        })),
      };
    },

    async acceptPolicy({ params, actor, db, now, write, record, fail }: HandlerContext<Api['acceptPolicy']>) {
      const row = params.id === actor.school_id ? await findPolicy(db, actor, params.policyId) : undefined;
      if (!row) return fail('not_found');
      if (row.actor !== actor.type || !isToAccept(row)) return fail('policy_replaced');
      const trx = await write();
      await addAcceptance(trx, actor, row.id, now);
      record({ entity: 'policies', id: row.id, after: { version: row.version } });
      return { data: toPolicy({ ...row, is_accepted: true }, actor, null) };
    },
  };
}
