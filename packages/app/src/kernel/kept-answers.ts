import { ApiError, type EndpointDeclaration } from '@kreide/core/kernel';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { sessionStore } from './client.ts';
import { keyOf } from './keys.ts';
import { offlineStore } from './offline-store.ts';
import { queries } from './query.ts';

/** `meta` of a query whose answer is kept on the device, for a start without a network (D-6.07). */
export const KEPT = { isKept: true } as const;

/**
 * The same, of the answer that says who somebody is. When `rightsOf` it is not what it was, nothing else stays that was kept:
 * a teacher who is none any more keeps no rolls. What is still theirs comes again.
 */
export const keptWith = <Answer>(rightsOf: (answer: Answer) => unknown) => ({ ...KEPT, rightsOf });

const PREFIX = 'kept ';
/** When a kept answer came, as far as the cache knows: long ago, ms. */
const LONG_AGO = 1;

/** Whether an answer in the cache comes from an earlier visit, and the server has not confirmed it since. */
export const isOfEarlier = (updatedAt: number): boolean => updatedAt === LONG_AGO;

/** It is gone, or is not for this account any more. */
const isOver = (error: unknown): boolean => error instanceof ApiError && [403, 404, 410].includes(error.status);

interface Kept {
  queryKey: QueryKey;
  data: unknown;
}

/**
 * Keeps every new answer of queries marked with `KEPT`, until the server says that there is none for this account any more.
 * @param readOwner whose answers they are, null for nobody
 */
export function keepAnswers(readOwner: () => string | null): void {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !event.query.meta?.isKept) return;
    const owner = readOwner();
    const { queryKey, queryHash, state } = event.query;
    if (event.action.type === 'error' && owner && isOver(event.action.error))
      void offlineStore.remove(owner, PREFIX + queryHash);
    if (event.action.type !== 'success') return;
    const kept: Kept = { queryKey, data: state.data };
    const rightsOf = event.query.meta.rightsOf as ((answer: unknown) => unknown) | undefined;
    if (owner && rightsOf) return void keepWho(owner, queryHash, kept, rightsOf);
    if (owner) void offlineStore.write(owner, PREFIX + queryHash, kept, Date.now());
  });
}

async function keepWho(
  owner: string,
  queryHash: string,
  kept: Kept,
  rightsOf: (answer: unknown) => unknown,
): Promise<void> {
  const former = (await offlineStore.read(owner, PREFIX + queryHash)) as Kept | undefined;
  await offlineStore.write(owner, PREFIX + queryHash, kept, Date.now());
  if (!former || hashKey([rightsOf(former.data)]) === hashKey([rightsOf(kept.data)])) return;
  for (const { key, value } of await offlineStore.list(owner, PREFIX)) {
    const { queryKey } = value as Kept;
    if (key[1] === PREFIX + queryHash) continue;
    await offlineStore.remove(owner, key[1]);
    queries.removeQueries({ queryKey, exact: true, type: 'inactive' });
    void queries.invalidateQueries({ queryKey, exact: true });
  }
}

/**
 * Puts the kept answers of an account into the cache, as old ones: whoever shows them asks the server again.
 * @param isShown whether it is still this account that is shown, once they are read
 */
export async function restoreAnswers(owner: string, isShown: () => boolean): Promise<void> {
  const list = await offlineStore.list(owner, PREFIX);
  if (!isShown()) return;
  for (const { value } of list) {
    const { queryKey, data } = value as Kept;
    if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, data, { updatedAt: LONG_AGO });
  }
}

/** Removes the kept answers of an endpoint from the device of the account, but those that are still good. */
export async function forgetAnswers(endpoint: unknown, isGood: (queryKey: QueryKey) => boolean): Promise<void> {
  const owner = sessionStore.get()?.uuid;
  if (!owner) return;
  for (const { key, value } of await offlineStore.list(owner, PREFIX)) {
    const { queryKey } = value as Kept;
    if (queryKey[0] !== endpoint || isGood(queryKey)) continue;
    await offlineStore.remove(owner, key[1]);
    queries.removeQueries({ queryKey, exact: true });
  }
}

/** Keeps the answers of an endpoint as they are known now: what left them in memory leaves the device too. */
export async function keepAsKnown(endpoint: EndpointDeclaration): Promise<void> {
  const owner = sessionStore.get()?.uuid;
  if (!owner) return;
  const [name] = keyOf(endpoint);
  for (const { key, value } of await offlineStore.list(owner, PREFIX)) {
    const { queryKey } = value as Kept;
    if (queryKey[0] !== name) continue;
    const data = queries.getQueryData(queryKey);
    if (data === undefined) await offlineStore.remove(owner, key[1]);
    else await offlineStore.write(owner, key[1], { queryKey, data } satisfies Kept, Date.now());
  }
}

/** The prefix, before the number of a chat, of the name under which its newest messages are kept. */
export const KEPT_CHAT = 'chat ';

/** Removes the kept messages of a chat: some were edited or taken back, or they are not for this account any more. */
export async function forgetChat(chatId: number): Promise<void> {
  const owner = sessionStore.get()?.uuid;
  if (owner) await offlineStore.remove(owner, KEPT_CHAT + chatId);
}
