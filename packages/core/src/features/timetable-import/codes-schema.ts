import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** The kinds of records that a code of a file may mean. */
export const CODE_ENTITIES = ['grade', 'teacher', 'bookable', 'subject'] as const;
export type CodeEntity = (typeof CODE_ENTITIES)[number];
export const codeEntity = z.enum(CODE_ENTITIES);
/** How many choices are saved at once. */
export const CHOICES_MAXIMUM = 500;

/** A code of a file that the school does not have, or for which somebody has chosen. */
const unknownCode = z.object({
  entity: codeEntity,
  /** What the source calls it: its own id, else the code. */
  external_key: z.string(),
  code: z.string(),
  name: z.nullable(z.string()),
  /** The record of ours that it was chosen to be; null: a new one is made. */
  entity_id: z.nullable(f.id),
  /** Records of ours that are written almost like it. */
  similar: z.array(f.id),
});
export type UnknownCode = z.output<typeof unknownCode>;

/** A record of ours that a code may be. */
const knownRecord = z.object({ entity: codeEntity, id: f.id, code: z.string(), name: z.nullable(z.string()) });
export type KnownRecord = z.output<typeof knownRecord>;

/** Codes of one upload, with what they may be. */
export const uploadCodes = z.object({ codes: z.array(unknownCode), records: z.array(knownRecord) });
export type UploadCodes = z.output<typeof uploadCodes>;
