import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Permission } from '../../kernel/abilities.ts';
import { newsAbilitiesOf } from './abilities.ts';
import { buildSharedNews } from './news.fixtures.ts';
import type { NewsItem, SharedNewsItem } from './schema.ts';
import { applyNews, compareNews, type NewsChange, type NewsList, toNewsItem } from './state.ts';

const NOW = new Date('2026-11-18T09:10:00Z');
const LATER = '2026-11-20T08:00:00.000Z';
const actorOf = (user_id: number, ...permissions: Permission[]) => ({ user_id, permissions: new Set(permissions) });
const ADA = actorOf(7, 'view-news', 'create-news');
const PUPIL = actorOf(8, 'view-news');
const ADMIN = actorOf(9, 'view-news', 'create-news', 'manage-news');

const idsAfter = (items: NewsItem[], change: NewsChange, list: NewsList = 'published', actor = PUPIL) =>
  applyNews(items, change, list, { actor, now: NOW }).map(({ id }) => id);
const itemsOf = (...items: SharedNewsItem[]) => items.map((item) => toNewsItem(item, PUPIL));

describe('what somebody may do with a news item', () => {
  const able = (actor: typeof ADA, user_id: number | null = 7) =>
    Object.entries(newsAbilitiesOf(actor, { user_id }))
      .filter(([, allowed]) => allowed === 1)
      .map(([ability]) => ability);

  it('is for its author to change and delete it, while allowed to write at all [C-6.16] [C-6.17]', () => {
    expect(able(ADA)).toEqual(['update', 'delete']);
    expect(able(actorOf(7, 'view-news'))).toEqual([]);
    expect(able(ADA, 9)).toEqual([]);
    expect(able(ADA, null)).toEqual([]);
    expect(able(PUPIL)).toEqual([]);
  });

  it('is everything, with every item, for those who manage news [C-6.15]', () => {
    expect(able(ADMIN)).toEqual(['update', 'delete', 'pin', 'release']);
    expect(able(ADMIN, null)).toEqual(['update', 'delete', 'pin', 'release']);
    expect(able(actorOf(9, 'manage-news'), 7)).toEqual(['update', 'delete', 'pin', 'release']);
  });
});

describe('a list of news after a change', () => {
  const old = buildSharedNews({ id: 1, publish_at: '2026-11-10T08:00:00.000Z' });
  const pinned = buildSharedNews({ id: 2, publish_at: '2026-11-01T08:00:00.000Z', is_pinned: true });
  const list = itemsOf(pinned, old);

  it('has a new item where it belongs: after what is pinned, before what is older', () => {
    expect(idsAfter(list, { type: 'saved', item: buildSharedNews({ id: 3 }) })).toEqual([2, 3, 1]);
    expect(idsAfter(list, { type: 'saved', item: buildSharedNews({ id: 3, is_pinned: true }) })).toEqual([3, 2, 1]);
  });

  it('has a changed item in its new place and with what the reader may do', () => {
    const item = buildSharedNews({ ...old, is_pinned: true, updated_at: '2026-11-18T09:00:00.000Z' });
    expect(idsAfter(list, { type: 'saved', item })).toEqual([1, 2]);
    const [first] = applyNews(list, { type: 'saved', item }, 'published', { actor: ADMIN, now: NOW });
    expect(first?.can).toEqual({ update: 1, delete: 1, pin: 1, release: 1, confirm: 0, 'view-statistics': 0 });
  });

  it('lacks what was removed, and nothing happens for what it does not hold', () => {
    expect(idsAfter(list, { type: 'removed', id: 2 })).toEqual([1]);
    expect(idsAfter(list, { type: 'removed', id: 99 })).toEqual([2, 1]);
  });

  it('keeps the newer state when an older event comes late', () => {
    const late = buildSharedNews({ ...old, title: 'Older', updated_at: '2026-11-17T00:00:00.000Z' });
    const [, kept] = applyNews(list, { type: 'saved', item: late }, 'published', { actor: PUPIL, now: NOW });
    expect(kept?.title).toBe('Item 1');
  });

  it('leaves the former list as it was', () => {
    const before = structuredClone(list);
    applyNews(list, { type: 'saved', item: buildSharedNews({ id: 3 }) }, 'published', { actor: PUPIL, now: NOW });
    expect(list).toEqual(before);
  });

  it('shows what is to come in the other list only, and only to those who may change it [C-4.29]', () => {
    const item = buildSharedNews({ id: 5, publish_at: LATER });
    expect(idsAfter(list, { type: 'saved', item })).toEqual([2, 1]);
    expect(idsAfter([], { type: 'saved', item }, 'scheduled', ADA)).toEqual([5]);
    expect(idsAfter([], { type: 'saved', item }, 'scheduled', ADMIN)).toEqual([5]);
    expect(idsAfter([], { type: 'saved', item }, 'scheduled', PUPIL)).toEqual([]);
  });

  it('moves an item from one list to the other when its time has come or was put off', () => {
    const waiting = buildSharedNews({ id: 5, publish_at: LATER });
    const due = { ...waiting, publish_at: NOW.toISOString(), updated_at: '2026-11-18T09:10:00.000Z' };
    expect(idsAfter([toNewsItem(waiting, ADA)], { type: 'saved', item: due }, 'scheduled', ADA)).toEqual([]);
    expect(idsAfter(list, { type: 'saved', item: due })).toEqual([2, 5, 1]);
  });
});

describe('old state and events', () => {
  const minute = (at: number) => new Date(NOW.getTime() + at * 60_000).toISOString();
  const anItem = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    user_id: fc.constantFrom(7, 8, null),
    is_pinned: fc.boolean(),
    publish_at: fc.integer({ min: -9, max: 9 }).map(minute),
  });
  const aStep = fc.oneof(anItem, fc.integer({ min: 1, max: 6 }));

  it.each(['published', 'scheduled'] as const)('give what a fresh fetch of the %s list gives', (list) => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 20 }), fc.constantFrom(ADA, PUPIL, ADMIN), (steps, actor) => {
        const table = new Map<number, SharedNewsItem>();
        let state: NewsItem[] = [];
        steps.forEach((step, number) => {
          const change: NewsChange =
            typeof step === 'number'
              ? { type: 'removed', id: step }
              : { type: 'saved', item: buildSharedNews({ ...step, updated_at: minute(1000 + number) }) };
          if (change.type === 'saved') table.set(change.item.id, change.item);
          else table.delete(change.id);
          state = applyNews(state, change, list, { actor, now: NOW });
          // Delivery is at least once: repeating an event changes nothing.
          expect(applyNews(state, change, list, { actor, now: NOW })).toEqual(state);
        });
        const isDue = ({ publish_at }: SharedNewsItem) => Date.parse(publish_at) <= NOW.getTime();
        const fetched = [...table.values()]
          .map((item) => toNewsItem(item, actor))
          .filter((item) => (list === 'published' ? isDue(item) : !isDue(item) && item.can.update === 1))
          .sort(compareNews(list));
        expect(state).toEqual(fetched);
      }),
    );
  });
});

describe('the order of a list of news', () => {
  const at = (id: number, publish_at: string, is_pinned = false) => buildSharedNews({ id, publish_at, is_pinned });
  const sorted = (list: NewsList, ...items: SharedNewsItem[]) => items.sort(compareNews(list)).map(({ id }) => id);
  const [first, second] = ['2026-11-10T08:00:00.000Z', '2026-11-11T08:00:00.000Z'];

  it('has what is published newest first, and of two at one time the later made', () => {
    expect(sorted('published', at(1, first), at(3, second), at(2, second), at(4, first, true))).toEqual([4, 3, 2, 1]);
    expect(sorted('published', at(2, second), at(3, second), at(1, first))).toEqual([3, 2, 1]);
  });

  it('has what is scheduled earliest first, and of two at one time the earlier made, pinned or not', () => {
    expect(sorted('scheduled', at(3, first), at(4, second, true), at(1, second), at(2, first))).toEqual([2, 3, 1, 4]);
  });
});

describe('an event that comes late', () => {
  const known = buildSharedNews({ id: 1, title: 'known', updated_at: '2026-11-18T09:00:00.000Z' });
  const titleAfter = (item: SharedNewsItem, others: SharedNewsItem[] = []) =>
    applyNews(itemsOf(...others, known), { type: 'saved', item }, 'published', { actor: PUPIL, now: NOW }).find(
      ({ id }) => id === 1,
    )?.title;

  it('changes nothing if it is older than what is known of that item, whatever is known of others', () => {
    expect(titleAfter({ ...known, title: 'old', updated_at: '2026-11-18T08:59:59.000Z' })).toBe('known');
    expect(titleAfter({ ...known, title: 'new', updated_at: '2026-11-18T09:00:01.000Z' })).toBe('new');
    expect(titleAfter({ ...known, title: 'echo' })).toBe('echo');
    const other = buildSharedNews({ id: 2, updated_at: '2026-11-18T09:05:00.000Z' });
    expect(titleAfter({ ...known, title: 'new', updated_at: '2026-11-18T09:00:01.000Z' }, [other])).toBe('new');
    const older = buildSharedNews({ id: 2, updated_at: '2026-11-18T08:00:00.000Z' });
    expect(titleAfter({ ...known, title: 'old', updated_at: '2026-11-18T08:59:59.000Z' }, [older])).toBe('known');
  });
});
