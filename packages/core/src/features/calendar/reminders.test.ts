import { describe, expect, it } from 'vitest';
import { reminderAt, reminderMinutes, toReminders } from './reminders.ts';

const at = (text: string) => new Date(`2026-11-20T${text}:00Z`);
const event = { begins_at: '2026-11-20T07:00:00.000Z', is_all_day: false };

describe('a reminder', () => {
  it('comes at once, at the end of the quiet time, or never where the event has begun by then [C-3.32]', () => {
    expect(reminderAt(event, at('06:50'), at('06:50'))).toEqual(at('06:50'));
    expect(reminderAt(event, at('06:55'), at('06:50'))).toEqual(at('06:55'));
    expect(reminderAt(event, at('07:00'), at('06:50'))).toBeNull();
    expect(reminderAt(event, at('07:05'), at('07:05'))).toEqual(at('07:05'));
    expect(reminderAt(event, at('07:06'), at('07:06'))).toBeNull();
  });

  it('of a whole day waits for the morning of that day [C-3.32]', () => {
    const day = { begins_at: '2026-11-19T23:00:00.000Z', is_all_day: true };
    expect(reminderAt(day, at('05:30'), new Date(day.begins_at))).toEqual(at('05:30'));
    expect(reminderAt(day, at('23:30'), new Date(day.begins_at))).toBeNull();
  });

  it('is one of a few times, three at most, each once [C-3.32]', () => {
    expect(toReminders([60, 0, 60])).toEqual([0, 60]);
    expect(reminderMinutes.safeParse([0, 60, 1440]).success).toBe(true);
    expect(reminderMinutes.safeParse([0, 10, 60, 1440]).success).toBe(false);
    expect(reminderMinutes.safeParse([30]).success).toBe(false);
  });
});
