import type { MatchField } from '../auth-drivers/index.ts';
import { foldName, type ImportType, matchPeople } from '../user-import/index.ts';
import type { PairState } from './pairs-schema.ts';

/** Who somebody is, in the directory or here. */
interface PairPerson {
  readonly type: ImportType;
  readonly lastname: string;
  readonly firstname: string;
  readonly birth_date: string | null;
  readonly class: string | null;
  readonly shortcut: string | null;
  readonly email: string | null;
  /** Key of the import from the directory. */
  readonly external_id: string | null;
}

/** Somebody of the directory. */
export interface PairEntry extends PairPerson {
  /** The name of the entry. */
  readonly dn: string;
  /** The value that never changes, by which sign-ins know somebody; null: it has none, or several. */
  readonly subject: string | null;
  /** What a first sign-in is compared by; null: the directory does not say it. */
  readonly wanted: string | null;
}

/** An account here. */
export interface PairAccount extends PairPerson {
  readonly id: number;
  readonly username: string;
  /** Of whatever import. */
  readonly keys: readonly string[];
}

export interface Pair {
  /** Null: nobody in the directory stands for the account. */
  readonly entry: PairEntry | null;
  /** Null: nobody is found for the entry, or several are. */
  readonly account: PairAccount | null;
  readonly state: PairState;
}

interface Pairing {
  readonly entries: readonly PairEntry[];
  readonly accounts: readonly PairAccount[];
  /** Accounts that are connected already, by the value that never changes. */
  readonly connected: ReadonlyMap<string, number>;
  readonly match_field: MatchField;
}

const groupsOf = ({ class: name, shortcut, email }: PairPerson) =>
  [name, shortcut, email?.toLowerCase()].filter((one) => one !== null && one !== undefined);

/** Does the first or the last name agree? A key or a username that a namesake of nobody has is looked at by somebody. */
const isAlike = (one: PairPerson, other: PairPerson) =>
  foldName(one.lastname) === foldName(other.lastname) || foldName(one.firstname) === foldName(other.firstname);

function groupBy<T>(items: Iterable<T>, keysOf: (item: T) => readonly (string | null)[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      if (key === null || key === '') continue;
      const group = groups.get(key.toLowerCase());
      if (group) group.push(item);
      else groups.set(key.toLowerCase(), [item]);
    }
  return groups;
}

/**
 * Who of a directory is who here: those who are connected, those whom a first sign-in would find and whose name agrees, and those who are
 * alike by name and birth date or class, as an import finds them. Each account stands for one entry at most. Accounts without an entry
 * come last.
 */
export function pairPeople({ entries, accounts, connected, match_field }: Pairing): Pair[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const pairs = new Map<PairEntry, Pair>();
  const free = new Set(accounts);
  const settle = (entry: PairEntry, account: PairAccount | null, state: PairState) => {
    pairs.set(entry, { entry, account, state });
    if (account !== null && state !== 'doubtful') free.delete(account);
  };
  for (const entry of entries) {
    const account = entry.subject === null ? undefined : byId.get(connected.get(entry.subject) ?? 0);
    if (account) settle(entry, account, 'connected');
  }
  const taken = new Set(connected.values());
  const open = accounts.filter(({ id }) => !taken.has(id));
  const valuesOf = ({ username, email, keys }: PairAccount) =>
    match_field === 'external_id' ? keys : [match_field === 'username' ? username : email];
  const fitting = groupBy(open, valuesOf);
  const asking = groupBy(
    entries.filter((entry) => !pairs.has(entry)),
    ({ wanted }) => [wanted],
  );
  const askedFor = groupBy(
    [...asking.keys()].flatMap((wanted) => fitting.get(wanted) ?? []),
    ({ id }) => [`${id}`],
  );
  for (const [wanted, [entry, another]] of asking) {
    const found = fitting.get(wanted) ?? [];
    const [account] = found;
    if (!entry || !account) continue;
    // An account may have several keys, of which two people of the directory have one each.
    const isAskedTwice = (askedFor.get(`${account.id}`)?.length ?? 0) > 1;
    if (another || isAskedTwice || found.length > 1 || !isAlike(entry, account) || entry.type !== account.type) {
      for (const one of asking.get(wanted) ?? []) settle(one, account, 'doubtful');
    } else settle(entry, account, 'sure');
  }
  const rest = entries.filter((entry) => !pairs.has(entry));
  const matches = matchPeople(
    rest.map((entry) => ({ ...entry, key: entry.dn, groups: groupsOf(entry) })),
    open.filter((account) => free.has(account)).map((account) => ({ ...account, groups: groupsOf(account) })),
  );
  for (const entry of rest) {
    const match = matches.get(entry.dn);
    if (match?.is === 'matched')
      settle(entry, byId.get(match.id) ?? null, match.by === 'external_id' ? 'sure' : 'alike');
    else if (match?.is === 'ambiguous') settle(entry, byId.get(match.candidates[0]?.id ?? 0) ?? null, 'doubtful');
    else settle(entry, null, 'nobody');
  }
  const named = new Set([...pairs.values()].map(({ account }) => account));
  const without = accounts
    .filter((account) => !named.has(account))
    .map((account): Pair => ({ entry: null, account, state: 'nobody' }));
  return [...entries.flatMap((entry) => pairs.get(entry) ?? []), ...without];
}
