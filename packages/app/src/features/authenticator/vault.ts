import { KEYS_MAXIMUM } from '@kreide/core/features/authenticator';
import type { KeyValueStore } from '../../kernel/storage.ts';

/** An account on this device: its secret id at the two-factor service, and what people call it. */
export interface KeptAccount {
  id: string;
  issuer: string;
  /** The name at the service; empty where there is none. */
  account: string;
}

/** There is no room for one more. */
export class VaultFull extends Error {}

const isAccount = (value: unknown): value is KeptAccount => {
  const { id, issuer, account } = (value ?? {}) as Partial<KeptAccount>;
  return /^[\w-]{43}$/.test(String(id)) && typeof issuer === 'string' && typeof account === 'string';
};

/** Accounts from anything that was read; values that are no account are left out. */
export function parseAccounts(value: unknown): KeptAccount[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isAccount).map(({ id, issuer, account }) => ({ id, issuer, account }));
}

/** What people call an account. */
export const nameOf = ({ issuer, account }: Pick<KeptAccount, 'issuer' | 'account'>): string =>
  account === '' ? issuer : `${issuer} (${account})`;

/** Of whoever uses the device before signing in. */
const DEVICE = 'device';
const keyOf = (owner: string | null) => `authenticator_${owner ?? DEVICE}`;

/**
 * The accounts that this device keeps, for each person who signs in and for the device itself, whose are shown to
 * everybody. They stay after signing out: a code may be what the next sign-in asks for.
 */
export function createVault(store: KeyValueStore) {
  const listeners = new Set<() => void>();
  let last: { text: string; accounts: readonly KeptAccount[] } = { text: '', accounts: [] };

  function read(owner: string | null): KeptAccount[] {
    try {
      return parseAccounts(JSON.parse(store.getItem(keyOf(owner)) ?? '[]'));
    } catch {
      return [];
    }
  }

  function write(owner: string | null, accounts: readonly KeptAccount[]): void {
    if (accounts.length === 0) store.removeItem(keyOf(owner));
    else store.setItem(keyOf(owner), JSON.stringify(accounts));
    for (const listener of listeners) listener();
  }

  /** The own accounts, then those of the device; the same list as long as nothing has changed. */
  function list(owner: string | null): readonly KeptAccount[] {
    const own = read(owner);
    const all = owner === null ? own : [...own, ...read(null).filter(({ id }) => !own.some((one) => one.id === id))];
    const text = JSON.stringify(all);
    if (text !== last.text) last = { text, accounts: all };
    return last.accounts;
  }

  return {
    list,

    /** Keeps those that are not there yet; returns their number. Throws when the device refuses, or is full. */
    add(owner: string | null, accounts: readonly KeptAccount[]): number {
      const known = new Set(list(owner).map(({ id }) => id));
      const added = accounts.filter(
        ({ id }, at) => !known.has(id) && accounts.findIndex((one) => one.id === id) === at,
      );
      if (known.size + added.length > KEYS_MAXIMUM) throw new VaultFull();
      if (added.length > 0) write(owner, [...read(owner), ...added]);
      return added.length;
    },

    remove(owner: string | null, id: string): void {
      for (const one of new Set([owner, null])) {
        const kept = read(one);
        if (kept.some((account) => account.id === id))
          write(
            one,
            kept.filter((account) => account.id !== id),
          );
      }
    },

    /** Also hears other tabs. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      globalThis.addEventListener?.('storage', listener);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener?.('storage', listener);
      };
    },
  };
}
