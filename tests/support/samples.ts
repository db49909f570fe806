import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

/** Real exports from public sources, read if their folder is beside the repository; never part of it. */
export const SAMPLES = join(import.meta.dirname, '../../../shared/samples');
const isThere = existsSync(join(SAMPLES, 'SOURCES.tsv'));

/** Tests of these exports; skipped where they are missing. */
export const describeSamples = describe.skipIf(!isThere);

/** The files of a folder of samples; if it is missing, one name under which its test is counted as skipped. */
export function listSamples(folder: string, isMeant: (name: string) => boolean): string[] {
  return isThere ? readdirSync(join(SAMPLES, folder)).filter(isMeant) : [`samples of ${folder} (not at hand)`];
}
