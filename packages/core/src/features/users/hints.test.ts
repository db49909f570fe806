import { expect, it } from 'vitest';
import { isHintHidden } from './hints.ts';

it('a hint is hidden when its property is the text 1, and shown with 0 or nothing [P-3.08] [T-3.71]', () => {
  const hidden = { 'users.hints.notifications.hidden': '1' } as const;
  expect(isHintHidden(hidden, 'notifications')).toBe(true);
  expect(isHintHidden(hidden, 'timetable-import')).toBe(false);
  expect(isHintHidden({ 'users.hints.notifications.hidden': '0' }, 'notifications')).toBe(false);
});
