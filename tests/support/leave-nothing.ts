import { afterAll, vi } from 'vitest';

// A worker keeps its globals for its next file: a server that starts under a clock that stands still would never answer.
afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('this file leaves its timers to the next one: it has to put the real ones back');
});
