import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Notification } from '../channels/index.ts';
import { applyCounts, applyNotification, type NotificationList, toBadge, toStep } from './state.ts';

const build = (values: Partial<Notification> & { id: number }): Notification => ({
  uuid: `00000000-0000-4000-8000-${String(values.id).padStart(12, '0')}`,
  chat_id: 1,
  type: 'NC_EVENT',
  is_read: false,
  created_at: '2026-11-18T09:00:00.000Z',
  change_seq: values.id,
  target_type: 'lesson',
  target: null,
  target_snapshot: { name: 'Mathe', user: null },
  content_rendered: '<p>Mathe</p>',
  actions: [],
  ...values,
});

describe('a list of notifications after a change', () => {
  const list = [build({ id: 3 }), build({ id: 1 })];
  const idsAfter = (changed: Notification, of: NotificationList) =>
    applyNotification(list, changed, of).map(({ id }) => id);

  it('has a new one where it belongs, newest first', () => {
    expect(idsAfter(build({ id: 2 }), 'all')).toEqual([3, 2, 1]);
    expect(idsAfter(build({ id: 4 }), 'unread')).toEqual([4, 3, 1]);
  });

  it('lacks what was read where only unread ones are shown, and has it back when it is unread again [C-4.38]', () => {
    const read = build({ id: 3, is_read: true, change_seq: 4 });
    expect(idsAfter(read, 'unread')).toEqual([1]);
    expect(idsAfter(read, 'all')).toEqual([3, 1]);
    const again = applyNotification(applyNotification(list, read, 'unread'), { ...read, is_read: false }, 'unread');
    expect(again.map(({ id }) => id)).toEqual([3, 1]);
  });

  it('keeps the newer state when an older one comes late', () => {
    const newer = applyNotification(list, build({ id: 3, is_read: true, change_seq: 9 }), 'all');
    const late = applyNotification(newer, build({ id: 3, change_seq: 8 }), 'all');
    expect(late[0]?.is_read).toBe(true);
  });
});

describe('old state and events', () => {
  const aStep = fc.record({ id: fc.integer({ min: 1, max: 6 }), is_read: fc.boolean() });

  it.each(['all', 'unread'] as const)('give what a fresh fetch of the list "%s" gives, late ones or not', (list) => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 20 }), fc.infiniteStream(fc.nat()), (steps, shuffle) => {
        const changes = steps.map((step, at) => build({ ...step, change_seq: at + 1 }));
        const table = new Map(changes.map((changed) => [changed.id, changed]));
        const fetched = [...table.values()]
          .filter(({ is_read }) => list === 'all' || !is_read)
          .sort((one, other) => other.id - one.id);
        const told = changes.reduce((state, changed) => applyNotification(state, changed, list), [] as Notification[]);
        expect(told).toEqual(fetched);
        // At least once, and in any order: where all are listed nothing is forgotten about the order of changes.
        const order = changes.map((changed) => ({ changed, at: shuffle.next().value as number }));
        const mixed = [...order.toSorted((one, other) => one.at - other.at), ...order]
          .map(({ changed }) => changed)
          .reduce((state, changed) => applyNotification(state, changed, list), [] as Notification[]);
        expect(mixed).toEqual(fetched);
      }),
    );
  });

  it('leave the numbers of the latest count, in whatever order they come', () => {
    const counts = [1, 2, 3].map((change_seq) => ({ count: change_seq, unread_count: 3 - change_seq, change_seq }));
    fc.assert(
      fc.property(fc.shuffledSubarray(counts, { minLength: 3 }), (told) => {
        expect(told.reduce(applyCounts)).toEqual(counts[2]);
      }),
    );
  });
});

describe('a badge', () => {
  it('shows the exact number up to 99 and 99+ from 100 on, and nothing for none [C-9.16]', () => {
    expect([0, 1, 99, 100, 5000].map(toBadge)).toEqual([null, '1', '99', '99+', '99+']);
  });
});

describe('the action of a notification', () => {
  const step = (type: 'OPEN_DETAILS' | 'LINK_INTERNAL' | 'LINK_EXTERNAL', action: string) => toStep([{ type, action }]);

  it('leads to a page of the app, to /channels by name or where the path would leave it [C-2.48] [C-3.40]', () => {
    expect(step('LINK_INTERNAL', '/channels')).toEqual({ to: 'page', path: '/channels' });
    expect(step('LINK_INTERNAL', '/timetable/users/7?date=2026-11-20')).toMatchObject({
      path: '/timetable/users/7?date=2026-11-20',
    });
    for (const strange of ['', 'feed', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      expect(step('LINK_INTERNAL', strange)).toEqual({ to: 'page', path: '/channels' });
  });

  it('opens an address in another tab if it is one of the web, and does nothing that is unknown [C-3.40]', () => {
    expect(step('LINK_EXTERNAL', 'https://school.example/a')).toEqual({
      to: 'tab',
      address: 'https://school.example/a',
    });
    for (const strange of ['javascript:alert(1)', 'data:text/html,x', '/feed', 'https://'])
      expect(step('LINK_EXTERNAL', strange)).toBeNull();
    for (const strange of ['', 'event', 'event/1', '//evil.example', '/\\evil.example'])
      expect(step('OPEN_DETAILS', strange)).toBeNull();
    expect(toStep([])).toBeNull();
  });

  it('opens the details of a calendar event [C-4.41]', () => {
    expect(step('OPEN_DETAILS', '/calendar/self/event/12')).toEqual({ to: 'page', path: '/calendar/self/event/12' });
  });
});
