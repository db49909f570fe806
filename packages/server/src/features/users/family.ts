import { type Family, type ParentLink, parentLinkAbilitiesOf, type usersApi } from '@kreide/core/features/users';
import { isAllowed, toLocal, type UserState } from '@kreide/core/kernel';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import type { PeopleParts } from './people.ts';
import { findLink, type LinkRow, listLinks, removeLink, saveLink, useCheckedChild } from './queries/family.ts';
import { findPerson, isParentOf } from './queries.ts';
import { toType } from './shown.ts';

type Api = typeof usersApi;

interface Asking extends Pick<HandlerContext, 'db' | 'now'> {
  params: { id: number | 'self' };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
}

const todayOf = ({ actor, now }: Pick<Asking, 'actor' | 'now'>) => toLocal(now, actor.time_zone).date;

/** The person of the address, of the own school. */
async function loadPerson({ params, actor, db, fail }: Asking) {
  const id = params.id === 'self' ? actor.user_id : params.id;
  return (await findPerson(db, actor.school_id, id)) ?? fail('not_found');
}

const toLink = (
  { user_id, parent_id, relation, created_at, type, state, ...person }: LinkRow,
  actor: Actor,
): ParentLink => ({
  user_id,
  parent_id,
  relation: relation as ParentLink['relation'],
  created_at,
  user: {
    ...person,
    displayname: `${person.firstname} ${person.lastname}`,
    type: toType(type),
    state: state as UserState,
  },
  can: parentLinkAbilitiesOf(actor, { parent_id }),
});

/** What the audit log keeps of a link. */
const toRecorded = ({ parent_id, relation }: Pick<LinkRow, 'parent_id' | 'relation'>) => ({ parent_id, relation });

/**
 * Who belongs to whom (P-7.23, P-7.70 to P-7.73); `planChanged` is called after somebody has other children, `unlinked` in the transaction
 * in which a parent is none of a child any more.
 */
export function familyHandlers({ planChanged, unlinked }: Pick<PeopleParts, 'planChanged' | 'unlinked'>) {
  async function remove(
    context: HandlerContext<Api['removeChild']> | HandlerContext<Api['removeParent']>,
    pair: { parent_id: number; user_id: number },
  ): Promise<void> {
    const { actor, db, now, write, record, afterCommit, fail } = context;
    const link = await findLink(db, actor.school_id, pair, todayOf(context));
    if (!link) return fail('not_found');
    if (!isAllowed(parentLinkAbilitiesOf(actor, link), 'remove')) return fail('forbidden');
    const trx = await write();
    await removeLink(trx, actor.school_id, pair);
    await unlinked(trx, actor.school_id, [pair], now);
    record({ entity: 'users', id: pair.user_id, before: toRecorded(link) });
    afterCommit(() => planChanged(actor.school_id));
  }

  return {
    async getFamily(context: HandlerContext<Api['getFamily']>): Promise<{ data: Family }> {
      const { actor, db, fail } = context;
      const person = await loadPerson(context);
      if (person.id !== actor.user_id && !actor.permissions.has('manage-users')) return fail('forbidden');
      const today = todayOf(context);
      const parents = await listLinks(db, actor.school_id, ['user_id', person.id], today);
      const childs = await listLinks(db, actor.school_id, ['parent_id', person.id], today);
      return {
        data: {
          parents: parents.map((row) => toLink(row, actor)),
          childs: childs.map((row) => toLink(row, actor)),
        },
      };
    },

    async listPendingParents(context: HandlerContext<Api['listPendingParents']>): Promise<{ data: ParentLink[] }> {
      const { actor, db, fail } = context;
      const child = await loadPerson(context);
      const isConcerned =
        child.id === actor.user_id ||
        actor.permissions.has('manage-users') ||
        (await isParentOf(db, actor.school_id, actor.user_id, child.id));
      if (!isConcerned) return fail('forbidden');
      const parents = await listLinks(db, actor.school_id, ['user_id', child.id], todayOf(context));
      return { data: parents.filter(({ state }) => state === 'PENDING').map((row) => toLink(row, actor)) };
    },

    async assignChild(context: HandlerContext<Api['assignChild']>): Promise<{ data: ParentLink }> {
      const { body, actor, db, now, t, write, record, afterCommit, fail } = context;
      const parent = await loadPerson(context);
      const pair = { parent_id: parent.id, user_id: body.child_id };
      const manages = actor.permissions.has('manage-users');
      if (!manages && parent.id !== actor.user_id) return fail('forbidden');
      const child = await findPerson(db, actor.school_id, body.child_id);
      if (!child) return fail('not_found');
      const refuse = (path: string, rule: 'notParent' | 'notPupil') => ({
        path,
        rule,
        message: t(`users:rules.${rule}`),
      });
      refuseIssues([
        ...(parent.type === 'PARENT' ? [] : [refuse('params.id', 'notParent')]),
        ...(child.type === 'STUDENT' ? [] : [refuse('body.child_id', 'notPupil')]),
      ]);
      const trx = await write();
      if (!manages && !(await useCheckedChild(trx, actor.school_id, pair, now))) return fail('forbidden');
      const today = todayOf(context);
      const former = await findLink(trx, actor.school_id, pair, today);
      await saveLink(trx, actor.school_id, { ...pair, relation: body.relation }, now);
      const link = await findLink(trx, actor.school_id, pair, today);
      if (!link) return fail('not_found');
      record({
        entity: 'users',
        id: child.id,
        ...(former ? { before: toRecorded(former) } : {}),
        after: toRecorded(link),
      });
      afterCommit(() => planChanged(actor.school_id));
      return { data: toLink(link, actor) };
    },

    async removeChild(context: HandlerContext<Api['removeChild']>): Promise<undefined> {
      const parent = await loadPerson(context);
      await remove(context, { parent_id: parent.id, user_id: context.body.child_id });
    },

    async removeParent(context: HandlerContext<Api['removeParent']>): Promise<undefined> {
      const child = await loadPerson(context);
      await remove(context, { parent_id: context.body.parent_id, user_id: child.id });
    },
  };
}
