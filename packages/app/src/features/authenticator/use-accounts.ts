import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { session } from '../../kernel/session.ts';
import { shelves } from '../../kernel/storage.ts';
import { createVault, type KeptAccount } from './vault.ts';

export const vault = createVault(shelves.local);

/** The uuid of the signed-in person, whose accounts are shown. */
export const useOwner = (): string | null => useStore(session, ({ owner }) => owner);

/** The accounts that this person has on this device. */
export function useAccounts(): readonly KeptAccount[] {
  const owner = useOwner();
  return useSyncExternalStore(vault.subscribe, () => vault.list(owner));
}
