import { describe, expect, it } from 'vitest';
import { createLastGood, KEPT_FOR, ROOM } from './last-good.ts';

/** An in-memory `Storage` with room for a limited number of characters. */
function storageOf(room: number, entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, text) {
      const others = [...map].reduce((sum, [other, value]) => sum + (other === key ? 0 : value.length), 0);
      if (others + text.length > room) throw new DOMException('full', 'QuotaExceededError');
      map.set(key, text);
    },
    removeItem: (key) => map.delete(key),
    clear: () => map.clear(),
  };
}
const NOW = Date.parse('2026-11-18T09:10:00Z');

describe('the last-good store', () => {
  it('gives back after a reload what was kept, by element and address [D-2.11]', () => {
    const storage = storageOf(10_000);
    createLastGood<string>(
      'monitor',
      () => storage,
      () => NOW,
    ).set('https://a x-sub', { at: NOW, value: 'plan' });
    const after = createLastGood<string>(
      'monitor',
      () => storage,
      () => NOW,
    );
    expect(after.get('https://a x-sub')).toEqual({ at: NOW, value: 'plan' });
    expect(after.get('https://b x-sub')).toBeNull();
    expect(createLastGood('news', () => storage).get('https://a x-sub')).toBeNull();
  });

  it('makes room among its own old entries when the storage is full, and touches nobody else’s [D-2.11]', () => {
    const old = JSON.stringify({ v: 1, at: NOW - KEPT_FOR, value: 'x'.repeat(80) });
    const storage = storageOf(150, { 'kreide:monitor:old': old, theirs: 'kept' });
    createLastGood<string>(
      'monitor',
      () => storage,
      () => NOW,
    ).set('new', { at: NOW, value: 'plan' });
    expect(storage.getItem('kreide:monitor:old')).toBeNull();
    expect(storage.getItem('theirs')).toBe('kept');
    expect(
      createLastGood<string>(
        'monitor',
        () => storage,
        () => NOW,
      ).get('new')?.value,
    ).toBe('plan');
  });

  it('takes 1 MB of an origin at most, and the answer that was renewed longest ago makes room, whichever element it belongs to', () => {
    const storage = storageOf(10_000_000, { theirs: 'x'.repeat(ROOM * 2), 'kreide:session': 'the app’s' });
    const stores = ['monitor2', 'news', 'timetable'].map((name) =>
      createLastGood<string>(
        name,
        () => storage,
        () => NOW,
      ),
    );
    for (let number = 0; number < 30; number += 1)
      stores[number % 3]?.set(`plan ${number}`, { at: NOW + number, value: 'x'.repeat(100_000) });
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    const ours = keys.filter((key) => /plan/.test(key));
    expect(ours.map((key) => key.split(' ')[1])).toEqual(['26', '27', '28', '29']);
    expect(ours.reduce((sum, key) => sum + key.length + (storage.getItem(key)?.length ?? 0), 0)).toBeLessThan(ROOM);
    expect(keys).toEqual(expect.arrayContaining(['theirs', 'kreide:session']));
    stores[0]?.set('too much', { at: NOW + 99, value: 'x'.repeat(ROOM) });
    expect(storage.getItem('kreide:monitor2:too much')).toBeNull();
    expect(storage.getItem('kreide:timetable:plan 29')).not.toBeNull();
  });

  it('forgets answers that were not renewed for 60 days, which is longer than any holidays', () => {
    const storage = storageOf(10_000);
    const kept = 60 * 86_400_000;
    createLastGood<string>(
      'monitor',
      () => storage,
      () => NOW,
    ).set('a', { at: NOW, value: 'plan' });
    expect(
      createLastGood(
        'monitor',
        () => storage,
        () => NOW + kept - 1,
      ).get('a')?.value,
    ).toBe('plan');
    expect(
      createLastGood(
        'monitor',
        () => storage,
        () => NOW + kept,
      ).get('a'),
    ).toBeNull();
    createLastGood<string>('news', () => storage).set('b', { at: NOW + kept, value: 'news' });
    expect(storage.getItem('kreide:monitor:a')).toBeNull();
  });

  it('works in memory alone where storage is full, forbidden or broken [D-2.11]', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const storage of [() => storageOf(0), () => null, forbidden]) {
      const store = createLastGood<string>('monitor', storage);
      store.set('a', { at: NOW, value: 'plan' });
      expect(store.get('a')?.value).toBe('plan');
      store.remove('a');
      expect(store.get('a')).toBeNull();
    }
  });

  it('does not read what it did not write', () => {
    for (const text of ['{', 'null', '[]', '{"v":2,"at":1,"value":1}', '{"v":1,"value":1}']) {
      expect(createLastGood('monitor', () => storageOf(999, { 'kreide:monitor:a': text })).get('a')).toBeNull();
    }
  });
});
