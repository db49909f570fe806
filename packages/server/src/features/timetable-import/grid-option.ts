import type { TimeRecord } from '@kreide/core/features/timetable-import';
import { ApiError, fields, type Translate } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import { toIssues } from '../../kernel/http/validate.ts';

const grid = z
  .array(
    z.strictObject({
      hour: fields.line(10),
      weekday: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(7)))),
      begins_at: fields.time,
      ends_at: fields.time,
      type: z.optional(z.enum(['LESSON', 'BREAK'])),
    }),
  )
  .check(z.minLength(1), z.maxLength(200));

/** The period times given by the uploader: JSON `[{ hour, weekday?, begins_at, ends_at }]`. */
export function parseGrid(text: string, t: Translate): TimeRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError({
      code: 'invalid',
      issues: [{ path: 'body.grid', rule: 'format', message: t('kernel:rules.format', { field: 'grid' }) }],
      cause,
    });
  }
  const parsed = z.safeParse(grid, value);
  if (!parsed.success) throw new ApiError({ code: 'invalid', issues: toIssues('body.grid', parsed.error, t) });
  return parsed.data.map((row) => ({
    hour: row.hour,
    weekday: (row.weekday ?? null) as TimeRecord['weekday'],
    begins_at: row.begins_at,
    ends_at: row.ends_at,
    type: row.type ?? 'LESSON',
  }));
}
