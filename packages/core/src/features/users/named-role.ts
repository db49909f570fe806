import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** A role as everybody sees it: its name, that of a built-in one in the language of the reader. */
export const namedRole = z.object({ id: f.id, name: z.string() });
export type NamedRole = z.output<typeof namedRole>;
