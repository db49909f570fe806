import { readFileSync } from 'node:fs';
import { PRESET_IDS, parseMapping } from '@kreide/core/features/user-import';
import { Option } from 'commander';
import type { Cli } from '../cli.ts';
import { wrongUse } from '../failures.ts';
import type { ImportFields } from '../users/import.ts';

/** Options that say how lists of people are to be read. */
export interface ReadingOptions {
  mapping?: string;
  preset?: string;
}

/** `--preset ID`: the program whose lists they are. */
export const presetOption = ({ t }: Cli) =>
  new Option('--preset <preset>', t('users.presetOption')).choices(PRESET_IDS);

/** How the lists are to be read. */
export function readFields(cli: Cli, { mapping, preset }: ReadingOptions): ImportFields {
  return { ...(mapping === undefined ? {} : readMapping(cli, mapping)), ...(preset === undefined ? {} : { preset }) };
}

/** The mapping profile of a file, as the text fields of the upload. */
function readMapping(cli: Cli, path: string): ImportFields {
  const fail = () => wrongUse(cli.t('users.badMapping', { path }), path);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw fail();
  }
  const fields = parseMapping(value);
  if (fields === null) throw fail();
  return fields;
}
