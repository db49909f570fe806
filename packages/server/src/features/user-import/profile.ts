import { columnsField, type ImportProfile, type importFields } from '@kreide/core/features/user-import';
import { ApiError, type Translate } from '@kreide/core/kernel';
import * as z from 'zod/mini';

/** The mapping profile of an upload; refuses columns that are no JSON object of headers and fields. */
export function parseProfile(body: z.output<typeof importFields>, t: Translate): ImportProfile {
  const { columns: text, type = null, date_order = null, preset = null } = body;
  if (text === undefined) return { columns: {}, type, date_order, preset };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  const parsed = z.safeParse(columnsField, given);
  if (parsed.success) return { columns: parsed.data, type, date_order, preset };
  throw new ApiError({
    code: 'invalid',
    issues: [{ path: 'body.columns', rule: 'format', message: t('kernel:rules.format', { field: 'columns' }) }],
  });
}
