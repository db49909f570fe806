import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { CLOUD_CHOICE_MAXIMUM } from './rules.ts';

/** A cloud, by the number of its channel. */
export const one = z.object({ id: f.idText });

/** A file or folder by its uuid, or by its number (C-7.69). */
export const oneFile = z.object({ id: f.idText, uuid: z.union([f.uuid, f.idText]) });

/** Some files and folders, by their uuids. */
export const chosen = z.array(f.uuid).check(z.minLength(1), z.maxLength(CLOUD_CHOICE_MAXIMUM));
