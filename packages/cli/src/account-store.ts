import { join } from 'node:path';
import type { TokenStore } from '@kreide/core/client';
import {
  type Account,
  type Accounts,
  matchingAccounts,
  parseAccounts,
  sameAccount,
  type Wanted,
  withTokens,
} from './accounts.ts';
import type { Cli } from './cli.ts';
import { readConfig, toConfigFolder, withLock, writeConfig } from './config.ts';
import { Failure, wrongUse } from './failures.ts';

/** The file of the stored sign-ins (D-3.02). */
export const ACCOUNTS_FILE = 'accounts.json';

export function loadAccounts(cli: Cli): Accounts {
  const folder = toConfigFolder(cli.terminal);
  const accounts = parseAccounts(readConfig(folder, ACCOUNTS_FILE));
  if (accounts === null) throw new Failure(cli.t('session.damagedFile', { path: join(folder, ACCOUNTS_FILE) }));
  return accounts;
}

function save(cli: Cli, accounts: Accounts): void {
  writeConfig(toConfigFolder(cli.terminal), ACCOUNTS_FILE, `${JSON.stringify(accounts, null, 2)}\n`);
}

export function withAccountsLocked<T>(cli: Cli, action: () => Promise<T>): Promise<T> {
  return withLock(toConfigFolder(cli.terminal), ACCOUNTS_FILE, action);
}

/** Changes the stored sign-ins under a lock. */
export function changeAccounts(cli: Cli, change: (accounts: Accounts) => Accounts): Promise<void> {
  return withAccountsLocked(cli, async () => save(cli, change(loadAccounts(cli))));
}

/** The stored sign-in that matches; with several schools the person has to choose. */
export function chooseAccount(cli: Cli, wanted: Wanted): Account {
  const fitting = matchingAccounts(loadAccounts(cli), wanted);
  const [first] = fitting;
  if (!first) {
    const place = [wanted.school, wanted.server].filter((part) => part !== undefined).join(' · ');
    throw new Failure(place === '' ? cli.t('session.nobody') : cli.t('session.nobodyThere', { place }));
  }
  const schools = new Set(fitting.map((account) => `--school ${account.school} --server ${account.server}`));
  if (schools.size > 1) throw wrongUse(cli.t('session.several', { choices: [...schools].join('\n  ') }));
  return first;
}

/** The tokens of one account, read from the file each time: another command may have renewed them. */
export function storedTokens(cli: Cli, account: Account): TokenStore {
  return {
    get: () => {
      const stored = sameAccount(loadAccounts(cli), account);
      if (!stored) return null;
      const { access_token, uuid, refresh_token } = stored;
      return { access_token, uuid, ...(refresh_token === null ? {} : { refresh_token }) };
    },
    // Called while the lock is held.
    set: (session) => {
      const accounts = loadAccounts(cli);
      const stored = sameAccount(accounts, account);
      if (!session || !stored) return;
      const refresh_token = session.refresh_token ?? stored.refresh_token;
      save(cli, withTokens(accounts, { ...stored, access_token: session.access_token, refresh_token }));
    },
  };
}
