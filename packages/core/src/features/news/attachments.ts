import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { ALT_NAME_MAXIMUM, type FileEntry } from '../files/index.ts';

/** What a picture shows; counts code units, the limit that people know is in characters. */
export const altName = f.text(2 * ALT_NAME_MAXIMUM);

/** A file of an item, as a draft names it. */
export const newsFile = z.object({
  uuid: f.uuid,
  /** What a picture shows, for those who cannot see it. Left out: as it was. */
  alt_name: z.optional(altName),
});
export type NewsFile = z.output<typeof newsFile>;

/** The file of the picture above the title. */
export const newsPreview = z.object({ uuid: f.uuid });

/** Is it looked at in its place? Everything else is saved. */
export const isPicture = ({ width, height }: Pick<FileEntry, 'width' | 'height'>): boolean =>
  width !== null && height !== null;
