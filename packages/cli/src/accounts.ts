/** A stored sign-in. */
export interface Account {
  server: string;
  /** Short link of the school. */
  school: string;
  school_name: string;
  username: string;
  /** UUID of the user. */
  uuid: string;
  access_token: string;
  /** Null: the token was given by option and cannot be renewed. */
  refresh_token: string | null;
}

/** All sign-ins; the first is the default. */
export interface Accounts {
  version: 1;
  accounts: readonly Account[];
}

export const NO_ACCOUNTS: Accounts = { version: 1, accounts: [] };

/** What the options of a command say about the account. */
export interface Wanted {
  server?: string | undefined;
  school?: string | undefined;
  username?: string | undefined;
}

function isSame(one: Account, other: Pick<Account, 'server' | 'school' | 'uuid'>): boolean {
  return one.server === other.server && one.school === other.school && one.uuid === other.uuid;
}

/** Parses the stored text; null when this version did not write it. */
export function parseAccounts(text: string | null): Accounts | null {
  if (text === null) return NO_ACCOUNTS;
  try {
    const stored = JSON.parse(text) as Partial<Accounts> | null;
    if (stored?.version !== 1 || !Array.isArray(stored.accounts)) return null;
    return stored.accounts.every(isAccount) ? { version: 1, accounts: stored.accounts } : null;
  } catch {
    return null;
  }
}

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false;
  const account = value as Record<keyof Account, unknown>;
  const texts = ['server', 'school', 'school_name', 'username', 'uuid', 'access_token'] as const;
  return (
    texts.every((name) => typeof account[name] === 'string') &&
    (account.refresh_token === null || typeof account.refresh_token === 'string')
  );
}

/** The accounts that match, most recently signed in first. */
export function matchingAccounts({ accounts }: Accounts, wanted: Wanted): Account[] {
  return accounts.filter(
    (account) =>
      (wanted.server === undefined || account.server === wanted.server) &&
      (wanted.school === undefined || account.school === wanted.school) &&
      (wanted.username === undefined || account.username === wanted.username),
  );
}

/** The same account as it is stored now. */
export function sameAccount({ accounts }: Accounts, wanted: Account): Account | null {
  return accounts.find((account) => isSame(account, wanted)) ?? null;
}

/** Puts a new sign-in first and removes an older one of the same person. */
export function withAccount({ accounts }: Accounts, added: Account): Accounts {
  return { version: 1, accounts: [added, ...accounts.filter((account) => !isSame(account, added))] };
}

/** Replaces the tokens of an account and keeps its position; unknown accounts are ignored. */
export function withTokens({ accounts }: Accounts, renewed: Account): Accounts {
  return { version: 1, accounts: accounts.map((account) => (isSame(account, renewed) ? renewed : account)) };
}

export function withoutAccount({ accounts }: Accounts, removed: Account): Accounts {
  return { version: 1, accounts: accounts.filter((account) => !isSame(account, removed)) };
}
