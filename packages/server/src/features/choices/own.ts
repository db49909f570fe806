import {
  areWishes,
  choiceStateOf,
  type choicesApi,
  type OwnChoice,
  wishAbilitiesOf,
} from '@kreide/core/features/choices';
import { ApiError, isAllowed, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { findPerson, isParentOf, lockUser } from '../users/index.ts';
import { findChoice, listChoicesOf, saveWishes } from './queries.ts';

/** How long somebody finds a choice after its time, ms: a school year and its holidays. */
const SHOWN_MS = 400 * 24 * 60 * 60 * 1000;

type OwnRow = Awaited<ReturnType<typeof listChoicesOf>>[number];

async function wisherOf(db: Kysely<DB>, actor: Actor, user_id: number) {
  const person = await findPerson(db, actor.school_id, user_id);
  if (!person) throw new ApiError({ code: 'not_found' });
  const is_child = actor.type === 'PARENT' && (await isParentOf(db, actor.school_id, actor.user_id, user_id));
  const wisher = { user_id, is_child };
  if (!isAllowed(wishAbilitiesOf(actor, wisher, null), 'view')) throw new ApiError({ code: 'forbidden' });
  return { ...wisher, is_pupil: person.type === 'STUDENT' };
}

/** Why the wishes before the place were not given: nothing of it names anybody. */
function resultOf({ place, own, options, people }: OwnRow): OwnChoice['result'] {
  if (!place) return null;
  const better = place.rank === null ? own : own.slice(0, place.rank);
  const missed = better.flatMap((option_id, rank) => {
    const option = options.find(({ id }) => id === option_id);
    if (!option) return [];
    const reason = option.is_closed ? 'closed' : option.places >= option.capacity ? 'full' : 'moved';
    return [{ option_id, rank, reason, capacity: option.capacity, wishes: option.wishes } as const];
  });
  const { lottery, luck, is_moved, option_id, rank } = place;
  return { option_id, rank, lottery, luck, is_moved, people, missed };
}

/** A choice as a pupil and the parents see it: a draft of places is none of their business. */
function toOwn(row: OwnRow, actor: Actor, wisher: Awaited<ReturnType<typeof wisherOf>>, now: Date): OwnChoice {
  const state = choiceStateOf(row, now);
  const isPublished = state === 'published';
  const { choose } = wishAbilitiesOf(actor, wisher, { who: row.who, state });
  return {
    id: row.id,
    title: row.title,
    about: row.about,
    opens_at: row.opens_at,
    closes_at: row.closes_at,
    wishes_count: row.wishes_count,
    state: state === 'drafted' ? 'over' : state,
    options: row.options.map(({ id, title, capacity }) => ({ id, title, capacity })),
    wishes: row.own,
    chosen_at: row.chosen_at,
    result: isPublished ? resultOf(row) : null,
    can: { choose: row.is_asked && wisher.is_pupil ? choose : 0 },
  };
}

/** What pupils and parents see of choices, and their wishes [D-8.15] [D-8.16]. */
export function ownHandlers(): Pick<Handlers<typeof choicesApi>, 'listOwn' | 'setWishes'> {
  const listed = async (db: Kysely<DB>, actor: Actor, user_id: number, now: Date) =>
    listChoicesOf(
      db,
      { school_id: actor.school_id, user_id },
      toLocal(now, actor.time_zone).date,
      new Date(now.getTime() - SHOWN_MS),
    );

  return {
    async listOwn({ params, actor, db, now }) {
      const wisher = await wisherOf(db, actor, params.id);
      const rows = await listed(db, actor, params.id, now);
      return { data: rows.map((row) => toOwn(row, actor, wisher, now)) };
    },

    async setWishes({ params, body, actor, db, now, t, write, record, fail }) {
      const wisher = await wisherOf(db, actor, params.id);
      const key = { school_id: actor.school_id, id: params.choice_id };
      if (!(await findChoice(db, key))) return fail('not_found');
      const trx = await write();
      // Held until the end: its time and its options stay as they are.
      await findChoice(trx, key, true);
      await lockUser(trx, actor.school_id, params.id);
      const before = (await listed(trx, actor, params.id, now)).find(({ id }) => id === key.id) ?? fail('not_found');
      const named = [...body.wishes, ...body.former];
      if (named.some((id) => !before.options.some((option) => option.id === id))) return fail('not_found');
      const own = toOwn(before, actor, wisher, now);
      if (own.can.choose === 0) {
        if (own.state !== 'open') return fail('choice_closed');
        throw new ApiError({ code: 'forbidden' });
      }
      const offered = { option_ids: own.options.map(({ id }) => id), wishes_count: own.wishes_count };
      if (!areWishes(body.wishes, offered)) {
        const params = { max: own.wishes_count };
        const issue = { path: 'body.wishes', rule: 'wishes', params, message: t('choices:rules.wishes', params) };
        throw new ApiError({ code: 'invalid', issues: [issue] });
      }
      if (own.wishes.join() !== body.former.join()) return fail('conflict');
      await saveWishes(trx, key, params.id, body.wishes, now);
      const titled = (ids: readonly number[]) => ({
        choice: own.title,
        wishes: ids.map((id) => own.options.find((option) => option.id === id)?.title).join(', '),
      });
      record({ entity: 'choice_wishes', id: params.id, before: titled(own.wishes), after: titled(body.wishes) });
      const after = (await listed(trx, actor, params.id, now)).find(({ id }) => id === key.id) ?? fail('not_found');
      return { data: toOwn(after, actor, wisher, now) };
    },
  };
}
