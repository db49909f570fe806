import { type ReadingAnswer, readingAnswer } from '@kreide/core/features/timetable-import';
import { ApiError, type Translate } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import { toIssues } from '../../kernel/http/validate.ts';

/** How the uploader says the files are meant: JSON of an answer. */
export function parseReading(text: string, t: Translate): ReadingAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const message = t('kernel:rules.format', { field: 'reading' });
    throw new ApiError({ code: 'invalid', issues: [{ path: 'body.reading', rule: 'format', message }], cause });
  }
  const parsed = z.safeParse(readingAnswer, value);
  if (!parsed.success) throw new ApiError({ code: 'invalid', issues: toIssues('body.reading', parsed.error, t) });
  return parsed.data;
}
