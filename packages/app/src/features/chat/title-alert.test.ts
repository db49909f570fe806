import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTitleAlert, TITLE_BLINK } from './title-alert.ts';

afterEach(() => void vi.useRealTimers());

const write = (count: number) => `${count} neu`;

function open(isStill = false) {
  vi.useFakeTimers();
  const hearers: (() => void)[] = [];
  const page = {
    title: 'Chor',
    visibilityState: 'hidden' as DocumentVisibilityState,
    addEventListener: (_: 'visibilitychange', hear: () => void) => void hearers.push(hear),
  };
  const alert = createTitleAlert(page, {
    repeat: (action, every) => {
      const timer = setInterval(action, every);
      return () => clearInterval(timer);
    },
    isStill: () => isStill,
  });
  const see = (visibilityState: DocumentVisibilityState) => {
    page.visibilityState = visibilityState;
    for (const hear of hearers) hear();
  };
  /** The titles of the next seconds. */
  const watch = (seconds: number) =>
    Array.from({ length: seconds }, () => {
      vi.advanceTimersByTime(1000);
      return page.title;
    });
  return { page, alert, see, watch };
}

describe('the title of a page that nobody looks at', () => {
  it('blinks every second after a message has come, until somebody looks [C-9.14]', () => {
    const { page, alert, see, watch } = open();
    expect(TITLE_BLINK).toBe(1000);
    // Not before.
    expect(watch(3)).toEqual(['Chor', 'Chor', 'Chor']);
    alert.add(1, write);
    expect(page.title).toBe('1 neu');
    expect(watch(3)).toEqual(['Chor', '1 neu', 'Chor']);
    alert.add(2, write);
    expect(page.title).toBe('3 neu');
    expect(watch(2)).toEqual(['Chor', '3 neu']);
    see('hidden');
    expect(watch(1)).toEqual(['Chor']);
    see('visible');
    expect(page.title).toBe('Chor');
    expect(watch(3)).toEqual(['Chor', 'Chor', 'Chor']);
    // The next time it counts anew.
    see('hidden');
    expect(watch(2)).toEqual(['Chor', 'Chor']);
    alert.add(1, write);
    expect(page.title).toBe('1 neu');
    see('visible');
    expect(page.title).toBe('Chor');
  });

  it('stays as it is while somebody looks [C-9.14]', () => {
    const { alert, see, watch } = open();
    see('visible');
    alert.add(1, write);
    expect(watch(2)).toEqual(['Chor', 'Chor']);
  });

  it('stands still, with the number before it, for those who want nothing to move [C-9.14]', () => {
    const { page, alert, see, watch } = open(true);
    alert.add(1, write);
    expect(watch(3)).toEqual(['(1) Chor', '(1) Chor', '(1) Chor']);
    alert.add(1, write);
    expect(watch(2)).toEqual(['(2) Chor', '(2) Chor']);
    see('visible');
    expect(page.title).toBe('Chor');
  });

  it('comes back as what it has become meanwhile', () => {
    const { page, alert, see, watch } = open();
    alert.add(1, write);
    page.title = 'Plan';
    expect(watch(3)).toEqual(['Plan', '1 neu', 'Plan']);
    page.title = 'Start';
    see('visible');
    expect(page.title).toBe('Start');
  });
});
