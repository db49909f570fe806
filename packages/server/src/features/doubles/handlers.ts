import { doublesApi } from '@kreide/core/features/doubles';
import { usersEvents } from '@kreide/core/features/users';
import { isTypedName } from '@kreide/core/kernel';
import type { Merge, MergedPair } from '../../kernel/data/merge.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { hasOtherAdministrator, isTaken, lockUsers, type MergeableRow } from '../users/index.ts';
import { apartOf, compareTwo, nameOf, readPeople, stayingOf } from './comparing.ts';
import { mergeTwo } from './merging.ts';
import { deleteApart, findApart, insertApart, listApart, listPairs } from './queries.ts';
import type { TellMerged } from './telling.ts';

export interface DoublesParts extends Omit<Parameters<typeof mergeTwo>[1], 'merge'> {
  /** How the tables of all features merge. */
  readonly merge: () => Merge;
  readonly planChanged: (schoolId: number) => void;
  readonly sessions: { changed(userId: number): void };
  readonly tell: TellMerged;
}

const APART = {
  archived: 'not_found',
  other_kind: 'not_same_kind',
  forbidden: 'forbidden',
  changes_running: 'people_changes_running',
} as const;
const STAYS = { yourself: 'own_account', last_administrator: 'last_administrator', forbidden: 'forbidden' } as const;

const namedOf = (person: MergeableRow) => `${nameOf(person)} (${person.username}, #${person.id})`;

/** The two accounts that an address names, for who may decide about both. */
async function pairOf(context: HandlerContext<(typeof doublesApi)['setApart' | 'askAgain']>) {
  const { id, otherId } = context.params;
  const people = await readPeople(context, [id, otherId]);
  const [one, other] = [people.get(id)?.row, people.get(otherId)?.row];
  if (!one || !other || id === otherId) return context.fail('not_found');
  if ([one, other].some(({ role }) => role === 'ADMIN') && context.actor.role !== 'ADMIN')
    return context.fail('forbidden');
  return [one, other] as const;
}

export function doublesHandlers(parts: DoublesParts) {
  return implement(doublesApi, {
    async list(context) {
      const { query, actor, db } = context;
      const includesAdministrators = actor.role === 'ADMIN';
      const list = query.is_apart ? listApart : listPairs;
      const pairs = await list(db, actor.school_id, { page: query.page ?? 1, includesAdministrators });
      const ids = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
      const people = await readPeople(context, ids);
      const shown = pairs.flatMap(({ one, other, reasons }) => {
        const [first, second] = [people.get(one)?.shown, people.get(other)?.shown];
        return first && second
          ? [{ id: `${one}-${other}`, people: [first, second] as [typeof first, typeof second], reasons: [...reasons] }]
          : [];
      });
      return { data: shown };
    },

    async compare(context) {
      const { id, otherId } = context.params;
      const found = await compareTwo(context, parts.merge(), [id, otherId]);
      return found ? { data: found } : context.fail('not_found');
    },

    async setApart(context) {
      const { actor, params, db, now, write, record } = context;
      const ids = [params.id, params.otherId] as const;
      const [one, other] = await pairOf(context);
      if (!(await findApart(db, actor.school_id, ids))) {
        await insertApart(await write(), actor.school_id, ids, { by: actor.user_id, now });
        record({ entity: 'users', id: one.id, before: { apart: null }, after: { apart: namedOf(other) } });
      }
      return { data: { is_apart: true } };
    },

    async askAgain(context) {
      const { actor, params, db, write, record } = context;
      const ids = [params.id, params.otherId] as const;
      const [one, other] = await pairOf(context);
      if (await findApart(db, actor.school_id, ids)) {
        await deleteApart(await write(), actor.school_id, ids);
        record({ entity: 'users', id: one.id, before: { apart: namedOf(other) }, after: { apart: null } });
      }
      return { data: { is_apart: false } };
    },

    async merge(context) {
      const { params, body, actor, now, t, write, emit, record, afterCommit, fail } = context;
      const { school_id } = actor;
      const pair: MergedPair = { school_id, from: body.from_id, into: params.id, takes: new Set(body.takes) };
      if (pair.from === pair.into) return fail('not_found');
      const trx = await write();
      await lockUsers(trx, school_id, [pair.from, pair.into]);
      const asking = { db: trx, actor, now };
      const people = await readPeople(asking, [pair.from, pair.into]);
      const from = people.get(pair.from)?.row ?? fail('not_found');
      const into = people.get(pair.into)?.row ?? fail('not_found');
      const apart = await apartOf(asking, from, into);
      if (apart !== null) return fail(APART[apart]);
      const stays = stayingOf(actor, from, into);
      if (stays !== null) return fail(STAYS[stays]);
      if (!isTypedName(body.name, nameOf(from)))
        refuseIssues([
          { path: 'body.name', rule: 'same', params: {}, message: t('doubles:rules.name', { name: nameOf(from) }) },
        ]);
      const seen = await compareTwo(asking, null, [pair.from, pair.into]);
      if (seen?.revision !== body.revision) return fail('accounts_changed');
      await mergeTwo(trx, parts, pair, from, now);
      // With the way of signing in goes whether that account is set up.
      if (from.role === 'ADMIN' && !(await hasOtherAdministrator(trx, school_id, from.id)))
        return fail('last_administrator');
      const after = (await readPeople(asking, [into.id])).get(into.id)?.row ?? fail('not_found');
      if (await isTaken(trx, school_id, after)) return fail('account_taken');
      await parts.tell(
        trx,
        {
          school_id,
          user_id: into.id,
          locale: after.locale,
          username: after.username,
          loses_step: from.is_tfa_enabled && !after.is_tfa_enabled,
          addresses: [...new Set([into.email, from.email, after.email].filter((address) => address !== null))],
        },
        now,
      );
      record({
        entity: 'users',
        id: into.id,
        before: { name: nameOf(into), merged: null },
        after: { name: nameOf(after), merged: namedOf(from) },
      });
      await emit(usersEvents.rightsChanged, { users: [into.id] }, {});
      afterCommit(() => {
        for (const id of [from.id, into.id]) parts.sessions.changed(id);
        parts.planChanged(school_id);
      });
      return { data: { id: into.id } };
    },
  });
}
