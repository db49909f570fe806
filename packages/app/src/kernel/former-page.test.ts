import { afterEach, expect, it, vi } from 'vitest';
import { isFormerPage, notePage } from './former-page.ts';

afterEach(() => void vi.unstubAllGlobals());

const standAt = (idx: number) => vi.stubGlobal('window', { history: { state: { idx } } });

it('the former page is the one that going back leads to, and neither the present one nor one further back', () => {
  for (const [idx, path] of ['/channels', '/channels/5', '/channels/5/members'].entries()) {
    standAt(idx);
    notePage(path);
  }
  expect(['/channels', '/channels/5', '/channels/5/members'].map((path) => isFormerPage(path))).toEqual([
    false,
    true,
    false,
  ]);
  standAt(1);
  expect(isFormerPage('/channels')).toBe(true);
  standAt(0);
  expect(isFormerPage('/channels')).toBe(false);
});
