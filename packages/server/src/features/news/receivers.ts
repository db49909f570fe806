import { type newsApi, newsChannelTypeOf } from '@kreide/core/features/news';
import { newsChannelTypesOf } from '@kreide/core/features/schools';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { contactsOf, postableOf, readerOf } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { countFamiliesAmong, describePeople, listUnreachable } from '../users/index.ts';
import { listNamedChannels, listReaders, type Reader, type Receivers } from './queries/receivers.ts';

/** The ids of a list that came in an address. */
const toIds = (text: string | undefined): number[] => (text === undefined ? [] : text.split(',').map(Number));

/** Those of some receivers whom the actor may write to. */
async function openReceivers(db: Kysely<DB>, actor: Actor, { channels, user_ids }: Receivers, now: Date) {
  const types = newsChannelTypesOf((await getSchool(db, actor.school_id)).meta);
  const { postable, isKnown } = await postableOf(db, actor, channels, now);
  const unreachable = user_ids.length === 0 ? [] : await listUnreachable(db, contactsOf(actor, now), user_ids);
  return {
    isKnown: isKnown && unreachable !== null,
    channels: postable.filter((one) => types.includes(newsChannelTypeOf(one))).map(({ id }) => id),
    user_ids: types.includes('users') ? user_ids.filter((id) => unreachable?.includes(id) === false) : [],
  };
}

/** Receivers by name, and how many read what is sent to them. */
export async function countReceivers({ query, actor, db, now, t }: HandlerContext<typeof newsApi.countReceivers>) {
  const wanted = { channels: toIds(query.channels), user_ids: [...new Set(toIds(query.users))] };
  const open = await openReceivers(db, actor, wanted, now);
  const readers = await listReaders(db, actor.school_id, open);
  const named = new Map(readers.map((person) => [person.id, person]));
  const people = open.user_ids.flatMap((id) => named.get(id) ?? []);
  const described = await describePeople(db, contactsOf(actor, now), people, t);
  return {
    data: {
      channels: await listNamedChannels(db, readerOf(actor, t), open.channels),
      users: people.map((person) => ({ ...toPerson(person), subtitle: described.get(person.id) ?? '' })),
      readers_count: readers.length,
      families_count: await countFamiliesAmong(
        db,
        actor.school_id,
        readers.map(({ id }) => id),
      ),
    },
  };
}

const toPerson = ({ id, firstname, lastname }: Reader) => ({ id, displayname: `${firstname} ${lastname}` });

const NOBODY: Receivers = { channels: [], user_ids: [] };

/**
 * Refuses receivers whom the actor may not write to, naming the field; one that the school does not have is not found.
 * What an item had before may stay.
 */
export async function refuseReceivers(
  db: Kysely<DB>,
  actor: Actor,
  { channels, user_ids }: Receivers,
  { now, t, former = NOBODY, fail }: { now: Date; t: Translate; former?: Receivers; fail(code: 'not_found'): never },
): Promise<void> {
  const added = channels.filter((id) => !former.channels.includes(id));
  const named = user_ids.filter((id) => !former.user_ids.includes(id) && id !== actor.user_id);
  if (added.length === 0 && named.length === 0) return;
  const open = await openReceivers(db, actor, { channels: added, user_ids: named }, now);
  if (!open.isKnown) return fail('not_found');
  const isOpen = added.every((id) => open.channels.includes(id));
  const isReachable = named.every((id) => open.user_ids.includes(id));
  refuseIssues([
    ...(isOpen
      ? []
      : [{ path: 'body.channels', rule: 'channels', params: {}, message: t('news:rules.receiversForbidden') }]),
    ...(isReachable
      ? []
      : [{ path: 'body.user_ids', rule: 'contact', params: {}, message: t('news:rules.receiversForbidden') }]),
  ]);
}
