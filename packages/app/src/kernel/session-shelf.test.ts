import { describe, expect, it } from 'vitest';
import { createSessionShelf } from './session-shelf.ts';
import { memoryShelf } from './storage.ts';

const stored = { access_token: 'token-1', uuid: '00000000-0000-4000-8000-000000000001' };

describe('the session on the device', () => {
  it('stays in local storage under auth_token after "stay signed in" [P-4.01] [P-3.07] [P-3.37]', () => {
    const shelves = { local: memoryShelf(), session: memoryShelf() };
    createSessionShelf(shelves).keep(stored, true);
    expect(shelves.local.getItem('auth_token')).toBe('token-1');
    expect(shelves.session.getItem('auth_token')).toBeNull();
    const restarted = createSessionShelf({ local: shelves.local, session: memoryShelf() });
    expect(restarted.get()).toEqual(stored);
  });

  it('is in session storage only without it, and leaves none of an earlier one behind [P-4.02]', () => {
    const shelves = { local: memoryShelf(), session: memoryShelf() };
    const shelf = createSessionShelf(shelves);
    shelf.keep({ ...stored, access_token: 'old' }, true);
    shelf.keep(stored, false);
    expect(shelves.local.getItem('auth_token')).toBeNull();
    expect(shelves.session.getItem('auth_token')).toBe('token-1');
    expect(createSessionShelf({ local: shelves.local, session: memoryShelf() }).get()).toBeNull();
  });

  it('puts a renewed token where the old one was, and nothing back after the end', () => {
    for (const stays of [true, false]) {
      const shelves = { local: memoryShelf(), session: memoryShelf() };
      const shelf = createSessionShelf(shelves);
      shelf.keep(stored, stays);
      shelf.set({ ...stored, access_token: 'token-2' });
      expect((stays ? shelves.local : shelves.session).getItem('auth_token')).toBe('token-2');
      expect((stays ? shelves.session : shelves.local).getItem('auth_token')).toBeNull();
      shelf.set(null);
      expect(shelf.get()).toBeNull();
      expect(shelves.local.getItem('auth_token')).toBeNull();
    }
  });
});
