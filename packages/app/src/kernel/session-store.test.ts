import { describe, expect, it } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { memoryStore } from './storage.ts';

const stored = { access_token: 'token-1', uuid: '00000000-0000-4000-8000-000000000001' };

describe('the session on the device', () => {
  it('stays in local storage under auth_token after "stay signed in" [P-4.01] [P-3.07] [P-3.37]', () => {
    const shelves = { local: memoryStore(), session: memoryStore() };
    createSessionStore(shelves).keep(stored, true);
    expect(shelves.local.getItem('auth_token')).toBe('token-1');
    expect(shelves.session.getItem('auth_token')).toBeNull();
    const restarted = createSessionStore({ local: shelves.local, session: memoryStore() });
    expect(restarted.get()).toEqual(stored);
  });

  it('is in session storage only without it, and leaves none of an earlier one behind [P-4.02]', () => {
    const shelves = { local: memoryStore(), session: memoryStore() };
    const store = createSessionStore(shelves);
    store.keep({ ...stored, access_token: 'old' }, true);
    store.keep(stored, false);
    expect(shelves.local.getItem('auth_token')).toBeNull();
    expect(shelves.session.getItem('auth_token')).toBe('token-1');
    expect(createSessionStore({ local: shelves.local, session: memoryStore() }).get()).toBeNull();
  });

  it('puts a renewed token where the old one was, and nothing back after the end', () => {
    for (const stays of [true, false]) {
      const shelves = { local: memoryStore(), session: memoryStore() };
      const store = createSessionStore(shelves);
      store.keep(stored, stays);
      store.set({ ...stored, access_token: 'token-2' });
      expect((stays ? shelves.local : shelves.session).getItem('auth_token')).toBe('token-2');
      expect((stays ? shelves.session : shelves.local).getItem('auth_token')).toBeNull();
      store.set(null);
      expect(store.get()).toBeNull();
      expect(shelves.local.getItem('auth_token')).toBeNull();
    }
  });

  it('of a tab stands beside that of the device, which is there again when the tab has left its own [P-4.11]', () => {
    const shelves = { local: memoryStore(), session: memoryStore() };
    const store = createSessionStore(shelves);
    const other = { access_token: 'token-3', uuid: '00000000-0000-4000-8000-000000000003' };
    store.keep(stored, true);
    store.keep(other, false, true);
    expect([store.get(), store.ofDevice(), store.stays()]).toEqual([other, stored, false]);
    store.set({ ...other, access_token: 'token-4' });
    expect([store.get()?.access_token, store.ofDevice()]).toEqual(['token-4', stored]);
    store.leave();
    expect([store.get(), store.stays()]).toEqual([stored, true]);
    store.leave();
    expect(store.get()).toBeNull();
  });

  it('is replaced without a moment in which there is none: other tabs would sign out', () => {
    const seen: (string | null)[] = [];
    const local = memoryStore();
    const watched = {
      ...local,
      setItem: (key: string, value: string) => {
        local.setItem(key, value);
        seen.push(local.getItem('auth_token'));
      },
      removeItem: (key: string) => {
        local.removeItem(key);
        seen.push(local.getItem('auth_token'));
      },
    };
    const store = createSessionStore({ local: watched, session: memoryStore() });
    store.keep(stored, true);
    seen.length = 0;
    store.keep({ ...stored, access_token: 'token-2' }, true);
    expect(seen).toContain('token-2');
    expect(seen).not.toContain(null);
  });
});
