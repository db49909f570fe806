import { expect, it } from 'vitest';
import { createToasts } from './toast-store.ts';

function createDevice() {
  const planned = new Set<{ action: () => void; delay: number }>();
  const vibrations: number[] = [];
  return {
    planned,
    vibrations,
    schedule: (action: () => void, delay: number) => {
      const entry = { action, delay };
      planned.add(entry);
      return () => void planned.delete(entry);
    },
    vibrate: (duration: number) => void vibrations.push(duration),
  };
}

it('an error stays 4 s, a success 5 s, then each goes [P-9.18] [C-9.30] [T-9.31]', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  toasts.show('error', 'Not saved');
  toasts.show('success', 'Saved');
  expect([...device.planned].map(({ delay }) => delay)).toEqual([4000, 5000]);
  [...device.planned][0]!.action();
  expect(toasts.store.getState().toasts.map((toast) => toast.text)).toEqual(['Saved']);
});

it('a notification stays 3 s, what is said about a survey 5 s [P-9.19] [C-9.32]', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  toasts.show('notification', 'Maths is cancelled');
  toasts.show('survey', 'Your answer is saved');
  expect([...device.planned].map(({ delay }) => delay)).toEqual([3000, 5000]);
});

it('an error vibrates the device, a success does not [P-8.09]', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  toasts.show('success', 'Saved');
  expect(device.vibrations).toEqual([]);
  toasts.show('error', 'Not saved');
  expect(device.vibrations).toHaveLength(1);
});

it('the same text is shown once and starts anew', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  expect(toasts.show('error', 'Not saved')).toBe(toasts.show('error', 'Not saved'));
  expect(toasts.store.getState().toasts).toHaveLength(1);
  expect(device.planned.size).toBe(1);
});

it('nothing goes while somebody reads', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  toasts.show('error', 'Not saved');
  toasts.hold();
  expect(device.planned.size).toBe(0);
  toasts.release();
  expect([...device.planned].map(({ delay }) => delay)).toEqual([4000]);
});

it('with something to do about it a toast stays at least 8 s, and two that can be taken back are two', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  const undo = () => ({ action: { label: 'Undo', onAction: () => {} } });
  const [one, other] = [toasts.show('success', 'Deleted', undo()), toasts.show('success', 'Deleted', undo())];
  expect(one).not.toBe(other);
  expect([...device.planned].every(({ delay }) => delay >= 8000)).toBe(true);
});

it('what contradicts an earlier toast replaces it, and nothing else', () => {
  const device = createDevice();
  const toasts = createToasts(device);
  toasts.show('error', 'Not sent');
  toasts.show('success', 'The monitor is on', { topic: 'monitor' });
  toasts.show('success', 'The news are on', { topic: 'news' });
  toasts.show('success', 'The monitor is off', { topic: 'monitor' });
  toasts.show('success', 'The monitor is off', { topic: 'monitor' });
  const texts = () => toasts.store.getState().toasts.map(({ text }) => text);
  expect(texts()).toEqual(['Not sent', 'The news are on', 'The monitor is off']);
  expect(device.planned.size).toBe(3);
});
