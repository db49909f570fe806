import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** An archive with all that is stored about a person. */
export const personalArchive = z.object({
  id: f.id,
  state: z.enum(['WAITING', 'READY', 'FAILED']),
  /** Percent. */
  progress: z.int(),
  /** Bytes; null until it is ready. */
  size: z.nullable(z.int()),
  /** Did somebody of the school ask for it, not the person? */
  is_by_school: z.boolean(),
  created_at: f.instant,
  /** When it is removed. */
  expires_at: f.instant,
});
export type PersonalArchive = z.output<typeof personalArchive>;

export const archiveBody = z.strictObject({
  /** Of the caller. */
  current_password: f.password,
});
