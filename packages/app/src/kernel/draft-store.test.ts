import { expect, it } from 'vitest';
import { createDraftStore } from './draft-store.ts';
import { DRAFTS_KEY, memoryStore } from './storage.ts';

const NOW = Date.parse('2026-11-18T09:10:00Z');
const DAY = 86_400_000;

it('keeps what each account has written for 30 days', () => {
  const drafts = createDraftStore(memoryStore());
  drafts.write('ada', 'news', { title: 'Trip' }, NOW);
  drafts.write('ben', 'news', { title: 'Walk' }, NOW + DAY);
  expect(drafts.read('ada', 'news', NOW)).toEqual({ title: 'Trip' });
  expect(drafts.read('cem', 'news', NOW)).toBeUndefined();
  expect(drafts.read('ada', 'news', NOW + 30 * DAY)).toBeUndefined();
  expect(drafts.read('ben', 'news', NOW + 30 * DAY)).toEqual({ title: 'Walk' });
});

it('leaves nothing on the device when the text is sent', () => {
  const store = memoryStore();
  const drafts = createDraftStore(store);
  drafts.write('ada', 'news', 'Trip', NOW);
  drafts.write('ben', 'news', 'Walk', NOW);
  drafts.remove('ada', 'news', NOW);
  expect(drafts.read('ada', 'news', NOW)).toBeUndefined();
  expect(drafts.read('ben', 'news', NOW)).toBe('Walk');
  drafts.remove('ben', 'news', NOW);
  expect(store.getItem(DRAFTS_KEY)).toBeNull();
});

it('copes with unreadable drafts, and with a full device', () => {
  const store = {
    ...memoryStore(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => createDraftStore(store).write('ada', 'news', 'Trip', NOW)).not.toThrow();
  const broken = memoryStore();
  broken.setItem(DRAFTS_KEY, '{"ada news"');
  expect(createDraftStore(broken).read('ada', 'news', NOW)).toBeUndefined();
});
