import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';

/** A file that somebody has chosen in a form, before it is uploaded (T-3.75). */
export interface FormUpload {
  /** Of the form alone: the server gives it one of its own. */
  readonly id: string;
  readonly name: string;
  /** Its content as a `data:` address; null: it is not read, since nothing is shown of it (T-5.21), or not yet. */
  readonly value: string | null;
  /** Bytes. */
  readonly size: number;
  /** A picture that is small enough to be shown before it is sent. */
  readonly can_show_preview: boolean;
  /** What a picture shows, for those who cannot see it. */
  readonly alt_name: string;
}

/** A file that belongs to a message or an item, as one reader gets it (C-3.43). */
export const fileEntry = z.object({
  uuid: f.uuid,
  name: z.string(),
  /** MIME type by its content; `application/octet-stream` for what is only saved. */
  type: z.string(),
  /** Of the name, in lower case and without the dot; empty where there is none. */
  extension: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Of a picture that browsers show; null of everything else. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** What a picture shows, for those who cannot see it; may be empty. */
  alt_name: z.string(),
  /** The address to read it at, made for this reader; ends by itself. */
  url: z.string(),
});
export type FileEntry = z.output<typeof fileEntry>;
