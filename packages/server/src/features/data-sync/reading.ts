import { Readable } from 'node:stream';
import {
  ENTRY_NAME,
  SYNC_ATTRIBUTES,
  SYNC_PEOPLE_MAXIMUM,
  type SyncSource,
  toBirthDate,
  toClass,
} from '@kreide/core/features/data-sync';
import { IMPORT_FILE_MAXIMUM } from '@kreide/core/features/user-import';
import { ApiError, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import Papa from 'papaparse';
import type { Seal } from '../../kernel/config/seal.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Log } from '../../kernel/log.ts';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';
import {
  CertificateRefused,
  codeOf,
  type DirectoryEntry,
  EncryptionRefused,
  findDirectoryNames,
  nameOfDirectory,
  openPeople,
} from '../auth-drivers/index.ts';
import type { AskedImport } from '../user-import/index.ts';
import { findSources } from './queries.ts';
import type { ReadOnce } from './read-once.ts';

/** Why a directory does not read a place (RFC 4511 §4.1.9): there is none of this name, it is no name, it is elsewhere. */
const NO_PLACE = [32, 34, 10];

/** The columns of the list, each a field of an import. */
const COLUMNS = ['role', ...SYNC_ATTRIBUTES] as const;
const CLASS_CELL = COLUMNS.indexOf('class');
const LIST_COLUMNS = Object.fromEntries(COLUMNS.map((name) => [name, name]));

export interface ReadingParts {
  readonly seal: Seal;
  readonly outbound: Outbound;
  readonly log: Log;
}

const valuesOf = (entry: DirectoryEntry, name: string) =>
  name.toLowerCase() === ENTRY_NAME ? [entry.dn] : entry.valuesOf(name);

/** Longest value that an import could take anything of, letters; of a longer one it says so itself. */
const VALUE_MAXIMUM = 1_000;
const firstOf = (values: readonly string[]) => (values[0] ?? '').slice(0, VALUE_MAXIMUM);

function toRow(entry: DirectoryEntry, source: SyncSource): string[] {
  const cells = SYNC_ATTRIBUTES.map((attribute) => {
    const name = source[attribute];
    if (name === null) return '';
    const values = valuesOf(entry, name);
    if (attribute === 'class') return toClass(source.class_pattern, values) ?? '';
    return attribute === 'birth_date' ? toBirthDate(firstOf(values)) : firstOf(values);
  });
  return [source.type.toLowerCase(), ...cells];
}

/** A place that people are read from, and its number among all of the school. */
export interface NumberedSource {
  readonly source: SyncSource;
  readonly index: number;
}

/** Which people are asked for. */
export interface PeopleAsked {
  readonly schoolId: number;
  readonly sources: readonly NumberedSource[];
  readonly t: Translate;
}

/** Somebody at a place, as the cells of a list. */
interface ReadPerson {
  readonly entry: DirectoryEntry;
  readonly source: SyncSource;
  /** In the order of the columns of a list. */
  readonly row: readonly string[];
}

/**
 * Everybody who stands at the places of a school, by the name of the entry: somebody who stands at two is read at the first.
 * Throws what is told: the school has no directory, it does not answer or refuses us, a place is not there, nobody or too many stand there.
 * @param also attributes that are read besides
 */
export async function readEntries(
  db: Kysely<DB>,
  { seal, outbound, log }: ReadingParts,
  { schoolId, sources, t }: PeopleAsked,
  also: readonly string[] = [],
): Promise<ReadonlyMap<string, ReadPerson>> {
  const refusePlace = (path: string, message: string): never => {
    throw new ApiError({ code: 'invalid', issues: [{ path: `body.sources.${path}`, rule: 'place', message }] });
  };
  const refuse = refuserOf(log, schoolId);
  await using directory = await openPeople(db, { seal, outbound }, schoolId).catch(refuse);
  if (directory === null) throw new ApiError({ code: 'directory_missing' });
  const people = new Map<string, ReadPerson>();
  for (const { source, index } of sources) {
    const attributes = [...SYNC_ATTRIBUTES.flatMap((name) => source[name] ?? []), ...also];
    const asked = [...new Set(attributes)].filter((name) => name.toLowerCase() !== ENTRY_NAME);
    // Of those who have a value that a pattern is for: does it fit one of them, and what has the first?
    let isFitting = false;
    let strange: string | null = null;
    let said = 0;
    try {
      for await (const page of directory.list(source.base_dn, source.filter, asked)) {
        for (const entry of page) {
          const row = toRow(entry, source);
          isFitting ||= row[CLASS_CELL] !== '';
          if (!isFitting && source.class !== null) strange ??= valuesOf(entry, source.class)[0] ?? null;
          if (!people.has(entry.dn)) people.set(entry.dn, { entry, source, row });
        }
        // Also where it says the same people over and over.
        said += page.length;
        if (Math.max(said, people.size) > SYNC_PEOPLE_MAXIMUM) throw new ApiError({ code: 'too_many_people' });
      }
    } catch (thrown) {
      if (thrown instanceof ApiError) throw thrown;
      const code = codeOf(thrown);
      if (code === null) return refuse(thrown);
      refusePlace(
        `${index}.base_dn`,
        NO_PLACE.includes(code)
          ? t('data-sync:rules.noPlace', { name: source.base_dn })
          : t('data-sync:rules.refused', { name: source.base_dn, code: `${code}` }),
      );
    }
    if (source.class_pattern !== null && !isFitting && strange !== null)
      refusePlace(`${index}.class_pattern`, t('data-sync:rules.patternNever', { value: firstOf([strange]) }));
  }
  if (people.size === 0) throw new ApiError({ code: 'nobody_found' });
  return people;
}

/** Does the school have a directory that it does not use now? Nobody asks it at night then. */
export const isResting = async (db: Kysely<DB>, schoolId: number): Promise<boolean> =>
  (await findDirectoryNames(db, schoolId))?.is_on === false;

/** Says why a directory could not be read, in the log without whom, and without where. */
export const refuserOf =
  (log: Log, schoolId: number) =>
  (thrown: unknown): never => {
    if (thrown instanceof ApiError) throw thrown;
    const isAway =
      thrown instanceof OutboundError || thrown instanceof CertificateRefused || thrown instanceof EncryptionRefused;
    const code = isAway ? null : codeOf(thrown);
    const { name } = thrown as { name?: string };
    log.warn({ school: schoolId, code, error: name }, 'people could not be read from a directory');
    throw new ApiError({ code: code === null ? 'auth_service_unreachable' : 'directory_refuses_us' });
  };

/** Reads people from the directory of a school, as the bytes of a list that an import takes. Throws as `readEntries` does. */
async function readPeople(db: Kysely<DB>, parts: ReadingParts, asked: PeopleAsked): Promise<Buffer> {
  const people = await readEntries(db, parts, asked);
  const data = [...people.values()].map(({ row }) => [...row]);
  const bytes = Buffer.from(Papa.unparse({ fields: [...COLUMNS], data }, { newline: '\r\n' }));
  if (bytes.length > IMPORT_FILE_MAXIMUM) throw new ApiError({ code: 'too_many_people' });
  return bytes;
}

/** Reads the people of some places once at a time, as the list that an import takes. Throws as `readPeople` does. */
export async function listPeople(
  db: Kysely<DB>,
  { readOnce, ...parts }: ReadingParts & { readonly readOnce: ReadOnce },
  { schoolId, t }: Omit<PeopleAsked, 'sources'>,
  isWanted: (source: SyncSource) => boolean = () => true,
): Promise<Pick<AskedImport, 'lists' | 'profile'>> {
  const directory = await nameOfDirectory(db, schoolId);
  if (directory === null) throw new ApiError({ code: 'directory_missing' });
  const { sources: all } = await findSources(db, schoolId);
  const sources = all.map((source, index) => ({ source, index })).filter(({ source }) => isWanted(source));
  if (sources.length === 0) throw new ApiError({ code: 'no_sync_sources' });
  const bytes = await readOnce(schoolId, () => readPeople(db, parts, { schoolId, sources, t }));
  const open = () => Readable.from([bytes], { objectMode: false });
  return {
    lists: [{ name: `${directory}.csv`, size: bytes.length, open }],
    profile: { columns: LIST_COLUMNS, type: null, date_order: null, preset: null },
  };
}
