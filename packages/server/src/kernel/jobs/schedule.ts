import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import type { RegisteredTask, TaskName } from './task.ts';

/** Scheduled work. */
export interface ScheduleEntry {
  readonly task: TaskName;
  readonly attempts: number;
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly catchUpMs: number;
}

/**
 * A task with a cron pattern: minute, hour, day of month, month, day of week, in UTC (`15 3 * * *` is 03:15 every
 * night).
 * However many processes run, each time is one job. With `catchUpMs`, times missed while no process ran are made up
 * for.
 */
export function repeat<Payload extends Record<string, unknown>>(
  repeated: RegisteredTask<Payload>,
  at: string,
  payload: NoInfer<Payload>,
  { catchUpMs = 0 }: { catchUpMs?: number } = {},
): ScheduleEntry {
  return { task: repeated.name, attempts: repeated.attempts, at, payload, catchUpMs };
}

/** Checks the pattern: an invalid one fails at start, not at night. */
export function toCronItems(entries: readonly ScheduleEntry[]): ParsedCronItem[] {
  return parseCronItems(
    entries.map(({ task, attempts, at, payload, catchUpMs }) => ({
      task,
      match: at,
      payload: { ...payload },
      // No second run is added while one is still waiting.
      options: { backfillPeriod: catchUpMs, maxAttempts: attempts, jobKey: `repeat ${task} ${at}` },
      identifier: `${task} ${at}`,
    })),
  );
}
