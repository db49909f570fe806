import { readFile } from 'node:fs/promises';
import { driverAbilitiesOf } from '@kreide/core/features/auth-drivers';
import {
  type dataSyncApi,
  PAIRS_REFUSED_SHOWN,
  type PairAccount,
  type PairEntry,
  type PairRefusal,
  pairPeople,
  SYNC_ATTRIBUTES,
} from '@kreide/core/features/data-sync';
import { ApiError, isAllowed, type Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import {
  connectPairs,
  disconnectPairs,
  findDirectoryNames,
  findPairing,
  listConnected,
  lockDriver,
  onlyValue,
  readStates,
} from '../auth-drivers/index.ts';
import { listIdentities, loadSchool } from '../user-import/index.ts';
import { listAccountNames, setLocked } from '../users/index.ts';
import { type MarkedRow, readPairs, writePairs } from './pairs-file.ts';
import { findSources } from './queries.ts';
import type { ReadOnce } from './read-once.ts';
import { type ReadingParts, readEntries, refuserOf } from './reading.ts';

export interface PairingParts extends ReadingParts {
  /** Whose ids the people of a directory have. */
  readonly source: string;
  readonly readOnce: ReadOnce;
  readonly sessions: {
    /** Signs several people out everywhere. */
    endAllOf(db: Kysely<DB>, schoolId: number, ids: readonly number[]): Promise<number>;
    changed(userId: number): void;
  };
}

type Keys = 'generatePairs' | 'importPairs' | 'undoPairs';

/** Only administrators of this very school say who signs in as whom. */
function requireConnecting(params: { id: number }, actor: Actor): void {
  if (params.id !== actor.school_id) throw new ApiError({ code: 'not_found' });
  if (!isAllowed(driverAbilitiesOf(actor), 'update')) throw new ApiError({ code: 'forbidden' });
}

async function loadAccounts(db: Kysely<DB>, schoolId: number, source: string, now: Date): Promise<PairAccount[]> {
  const names = new Map((await listAccountNames(db, schoolId)).map(({ id, username }) => [id, username]));
  const keys = new Map<number, string[]>();
  for (const { user_id, external_id } of await listIdentities(db, schoolId, source))
    if (external_id !== null) keys.set(user_id, [...(keys.get(user_id) ?? []), external_id]);
  return (await loadSchool(db, schoolId, source, now))
    .filter(({ is_archived }) => !is_archived)
    .map((person) => ({ ...person, username: names.get(person.id) ?? '', keys: keys.get(person.id) ?? [] }));
}

interface Checked {
  readonly pairs: { user_id: number; subject: string }[];
  readonly unchanged: number;
  readonly refused: (MarkedRow & { reason: PairRefusal })[];
}

const countBy = (values: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Which marked rows connect somebody, and why others do not. */
async function check(
  db: Kysely<DB>,
  schoolId: number,
  rows: readonly MarkedRow[],
  present: ReadonlyMap<string, boolean>,
): Promise<Checked> {
  const ids = new Map((await listAccountNames(db, schoolId)).map(({ id, username }) => [username.toLowerCase(), id]));
  const connected = await listConnected(db, schoolId);
  const bySubject = new Map(connected.map(({ subject, user_id }) => [subject, user_id]));
  const byAccount = new Map(connected.map(({ subject, user_id }) => [user_id, subject]));
  const entries = countBy(rows.map(({ entry }) => entry));
  const accounts = countBy(rows.map(({ account }) => account.toLowerCase()));
  const reasonOf = ({ account, entry, is_clear }: MarkedRow): PairRefusal | null => {
    const id = ids.get(account.toLowerCase());
    if (!is_clear) return 'mark';
    if (!present.has(entry)) return 'noEntry';
    if (id === undefined) return 'noAccount';
    if ((entries.get(entry) ?? 0) > 1) return 'entryTwice';
    if ((accounts.get(account.toLowerCase()) ?? 0) > 1) return 'accountTwice';
    if ((bySubject.get(entry) ?? id) !== id) return 'entryTaken';
    return (byAccount.get(id) ?? entry) === entry ? null : 'accountTaken';
  };
  const found: Checked = { pairs: [], unchanged: 0, refused: [] };
  let unchanged = 0;
  for (const row of rows) {
    const reason = reasonOf(row);
    const user_id = ids.get(row.account.toLowerCase());
    if (reason !== null) found.refused.push({ ...row, reason });
    else if (bySubject.has(row.entry)) unchanged += 1;
    else if (user_id !== undefined) found.pairs.push({ user_id, subject: row.entry });
  }
  return { ...found, unchanged };
}

function refuseFile(t: Translate, rule: 'required' | 'noPairs'): never {
  const message = rule === 'noPairs' ? t('data-sync:rules.noPairs') : t('kernel:rules.required', { field: 'files' });
  throw new ApiError({ code: 'invalid', issues: [{ path: 'files', rule, message }] });
}

/** Moves a school to its directory: who there is who here, as a list that somebody looks through (T-7.116, T-7.117). */
export function pairingHandlers({
  source,
  readOnce,
  sessions,
  ...reading
}: PairingParts): Pick<Handlers<typeof dataSyncApi>, Keys> {
  return {
    async generatePairs({ params, actor, db, t, language, now, record }) {
      requireConnecting(params, actor);
      const { school_id: schoolId } = actor;
      const names = await findDirectoryNames(db, schoolId);
      if (names === null) throw new ApiError({ code: 'directory_missing' });
      const { sources } = await findSources(db, schoolId);
      if (sources.length === 0) throw new ApiError({ code: 'no_sync_sources' });
      const numbered = sources.map((one, index) => ({ source: one, index }));
      const also = [names.subject_attribute, names.match_claim];
      const read = await readOnce(schoolId, () => readEntries(db, reading, { schoolId, sources: numbered, t }, also));
      const entries = [...read].map(([dn, { entry, source: place, row }]): PairEntry => {
        const cell = (name: (typeof SYNC_ATTRIBUTES)[number]) => row[1 + SYNC_ATTRIBUTES.indexOf(name)] || null;
        return {
          dn,
          type: place.type,
          subject: onlyValue(entry, names.subject_attribute),
          wanted: onlyValue(entry, names.match_claim),
          lastname: cell('lastname') ?? '',
          firstname: cell('firstname') ?? '',
          birth_date: cell('birth_date'),
          class: cell('class'),
          shortcut: cell('shortcut'),
          email: cell('email'),
          external_id: cell('external_id'),
        };
      });
      // Nothing of such a list could be taken back.
      if (entries.every(({ subject }) => subject === null)) {
        const message = t('data-sync:rules.noSubject', { name: names.subject_attribute });
        refuseIssues([{ path: 'params.id', rule: 'noSubject', message }]);
      }
      const connected = new Map((await listConnected(db, schoolId)).map(({ subject, user_id }) => [subject, user_id]));
      const accounts = await loadAccounts(db, schoolId, source, now);
      const pairs = pairPeople({ entries, accounts, connected, match_field: names.match_field });
      const counts = { connected: 0, sure: 0, alike: 0, doubtful: 0, nobody: 0 };
      for (const { entry, state } of pairs) if (entry !== null) counts[state] += 1;
      record({ entity: 'auth_drivers', id: schoolId, after: { people: entries.length } });
      return {
        data: {
          name: `${t('data-sync:pairs.fileName')}.csv`,
          text: writePairs(pairs, { t, language }),
          counts,
          without_entry: pairs.length - entries.length,
        },
      };
    },

    async importPairs({ params, body, files, actor, db, t, now, write, record }) {
      requireConnecting(params, actor);
      const { school_id: schoolId } = actor;
      const [file] = files;
      if (!file) return refuseFile(t, 'required');
      const rows = readPairs(await readFile(file.path));
      if (rows === null) return refuseFile(t, 'noPairs');
      const names = await findDirectoryNames(db, schoolId);
      if (names === null) throw new ApiError({ code: 'directory_missing' });
      const present = await readOnce(schoolId, () => readStates(db, reading, schoolId)).catch(
        refuserOf(reading.log, schoolId),
      );
      const is_dry_run = body.is_dry_run === 'true';
      const trx = is_dry_run ? db : await write();
      if (!is_dry_run) await lockDriver(trx, schoolId);
      // Settings that were changed meanwhile may be of another directory.
      if ((await findDirectoryNames(trx, schoolId))?.updated_at !== names.updated_at) {
        const message = t('data-sync:rules.settingsChanged');
        refuseIssues([{ path: 'params.id', rule: 'settingsChanged', message }]);
      }
      const { pairs, unchanged, refused } = await check(trx, schoolId, rows, present ?? new Map());
      if (!is_dry_run) {
        if (pairs.length > 0) await connectPairs(trx, schoolId, pairs, now);
        record({ entity: 'auth_drivers', id: schoolId, after: { connected: pairs.length } });
      }
      return {
        data: {
          is_dry_run,
          connected: pairs.length,
          unchanged,
          refused_count: refused.length,
          refused: refused.slice(0, PAIRS_REFUSED_SHOWN).map(({ row, account, entry, reason }) => ({
            row,
            account: account.slice(0, 200),
            entry: entry.slice(0, 200),
            reason,
            message: t(`data-sync:refused.${reason}`),
          })),
        },
      };
    },

    async undoPairs({ params, actor, write, record, afterCommit, fail }): Promise<undefined> {
      requireConnecting(params, actor);
      const trx = await write();
      await lockDriver(trx, actor.school_id);
      const newest = await findPairing(trx, actor.school_id);
      if (newest === null) return fail('not_found');
      const { came, locked } = await disconnectPairs(trx, actor.school_id, newest.paired_at);
      record({ entity: 'auth_drivers', id: actor.school_id, before: { connected: newest.people } });
      // Whoever came in by a list that was wrong may be inside an account of somebody else.
      await sessions.endAllOf(trx, actor.school_id, came);
      const accounts = await listAccountNames(trx, actor.school_id);
      const opened = accounts.filter(({ id, is_locked }) => is_locked && locked.includes(id)).map(({ id }) => id);
      await setLocked(trx, actor.school_id, opened, false);
      for (const id of opened)
        record({ entity: 'users', id, before: { is_locked: true }, after: { is_locked: false } });
      for (const id of new Set([...came, ...opened])) afterCommit(() => sessions.changed(id));
    },
  };
}
