import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import type { RegisteredTask, TaskName } from './task.ts';

/** Work that comes by the clock. */
export interface ScheduleEntry {
  readonly task: TaskName;
  readonly attempts: number;
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly catchUpMs: number;
}

/**
 * A task at times: minute, hour, day of month, month, day of week, in UTC (`15 3 * * *` is a quarter past three every night).
 * However many processes run, each time is one job. With `catchUpMs` a time that was missed while no process ran is made up for.
 */
export function repeat<Payload extends Record<string, unknown>>(
  repeated: RegisteredTask<Payload>,
  at: string,
  payload: NoInfer<Payload>,
  { catchUpMs = 0 }: { catchUpMs?: number } = {},
): ScheduleEntry {
  return { task: repeated.name, attempts: repeated.attempts, at, payload, catchUpMs };
}

/** Checks the times: a wrong one fails at the start, not at night. */
export function toCronItems(entries: readonly ScheduleEntry[]): ParsedCronItem[] {
  return parseCronItems(
    entries.map(({ task, attempts, at, payload, catchUpMs }) => ({
      task,
      match: at,
      payload: { ...payload },
      // A run that is still waiting is not joined by a second one.
      options: { backfillPeriod: catchUpMs, maxAttempts: attempts, jobKey: `repeat ${task} ${at}` },
      identifier: `${task} ${at}`,
    })),
  );
}
