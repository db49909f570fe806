import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { type DavLock, listDavLocks } from '../queries/dav.ts';
import { refuse } from './failures.ts';
import { type DavAddress, headerOf, type IfCondition, parseIf, parsePath, toHref, toToken } from './headers.ts';
import { etagOf } from './properties.ts';
import { findResource, lineOf, parentOf, type Resource } from './resources.ts';
import type { DavCall } from './unit.ts';

/** The locks that hold something: its own, and those of folders above it that hold all that is below. */
export async function locksOn(
  { actor, now }: DavCall,
  db: Kysely<DB>,
  { id, above }: { readonly id: number | null; readonly above: readonly number[] },
): Promise<DavLock[]> {
  const locks = await listDavLocks(db, actor, id === null ? above : [id, ...above], now);
  return locks.filter((lock) => lock.is_deep || lock.cloud_file_id === id);
}

/** The numbers of what lies at an address, or would: where nothing is there, the folders above it. */
export async function lineAt(call: DavCall, db: Kysely<DB>, address: DavAddress, resource: Resource | null) {
  if (resource) return lineOf(resource);
  const above = parentOf(address);
  const parent = above && (await findResource(call, db, above.parent));
  const line = parent ? lineOf(parent) : { id: null, above: [] };
  return { id: null, above: line.id === null ? line.above : [line.id, ...line.above] };
}

function addressOf({ hosts }: DavCall, path: string): DavAddress | null {
  if (path.startsWith('/')) return parsePath(path);
  if (!URL.canParse(path) || !hosts.includes(new URL(path).host)) return null;
  return parsePath(path.replace(/^[^:]+:\/\/[^/]*/, ''));
}

/** Most addresses that the conditions of one call are about: each is looked up. */
const ADDRESSES = 20;

/**
 * The tokens of locks that a call says it has. Where it has conditions of which none holds, it is refused with 412.
 */
export async function takeTokens(call: DavCall, db: Kysely<DB>, address: DavAddress): Promise<ReadonlySet<string>> {
  const lists = parseIf(call.request);
  if (lists === null) return new Set();
  if (new Set(lists.map(({ path }) => path)).size > ADDRESSES) return refuse(400);
  const known = new Map<string | null, { locks: DavLock[]; etag: string | null }>();
  async function stateOf(path: string | null) {
    const found = known.get(path);
    if (found) return found;
    const at = path === null ? address : addressOf(call, path);
    const isHere = at !== null && at.slink === address.slink;
    const resource = isHere ? await findResource(call, db, at).catch(() => null) : null;
    const locks = isHere ? await locksOn(call, db, await lineAt(call, db, at, resource).catch(() => NOWHERE)) : [];
    const state = { locks, etag: resource && etagOf(resource) };
    known.set(path, state);
    return state;
  }
  const NOWHERE = { id: null, above: [] };
  const holds = (state: { locks: DavLock[]; etag: string | null }, { token, etag, isNot }: IfCondition) => {
    const isSo = token === null ? state.etag === etag : state.locks.some((one) => one.token === toToken(token));
    return isSo !== isNot;
  };
  let isMet = false;
  for (const { path, conditions } of lists) {
    const state = await stateOf(path);
    isMet ||= conditions.every((one) => holds(state, one));
  }
  if (!isMet) return refuse(412);
  const said = lists.flatMap(({ conditions }) =>
    conditions.map(({ token }) => (token === null ? null : toToken(token))),
  );
  return new Set(said.filter((token) => token !== null));
}

/** What a call changes: `own` with any lock on it, `above` with those that hold what is below. */
interface Changed {
  readonly own: readonly number[];
  readonly above: readonly number[];
}

/** Refuses what would change something that others hold, or that is held by a lock whose token was not said. */
export async function refuseHeld(
  { actor, now }: DavCall,
  db: Kysely<DB>,
  tokens: ReadonlySet<string>,
  { own, above }: Changed,
  address: DavAddress,
): Promise<void> {
  const locks = await listDavLocks(db, actor, [...own, ...above], now);
  const holding = locks.filter((lock) => lock.is_deep || own.includes(lock.cloud_file_id));
  const isMine = ({ user_id, token }: DavLock) => user_id === actor.user_id && tokens.has(token);
  for (const held of Map.groupBy(holding, ({ cloud_file_id }) => cloud_file_id).values())
    if (!held.some(isMine)) refuse(423, 'lock-token-submitted', [toHref(address)]);
}

/** `If-Match` and `If-None-Match` of something that is changed; null: nothing is there yet. */
export function refuseOtherState({ request }: DavCall, resource: Resource | null): void {
  const etag = resource && etagOf(resource);
  const isAmong = (sent: string) =>
    sent.split(',').some((one) => (one.trim() === '*' ? resource !== null : etag !== null && one.trim() === etag));
  const [match, none] = [headerOf(request, 'if-match'), headerOf(request, 'if-none-match')];
  if (match !== undefined && !isAmong(match)) refuse(412);
  if (none !== undefined && isAmong(none)) refuse(412);
}
