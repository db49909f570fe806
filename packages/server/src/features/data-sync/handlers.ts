import { driverAbilitiesOf } from '@kreide/core/features/auth-drivers';
import { dataSyncApi, type SyncSettings, type SyncSource, syncProblems } from '@kreide/core/features/data-sync';
import { DIRECTORY_SOURCE } from '@kreide/core/features/user-import';
import { ApiError, type Issue, isAllowed, type Translate, toCan } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { findPairing, nameOfDirectory } from '../auth-drivers/index.ts';
import { type BeginCall, show, type UserImportFeature } from '../user-import/index.ts';
import { connectorHandlers } from './connector.ts';
import { nightlyHandlers } from './nightly.ts';
import { type PairingParts, pairingHandlers } from './pairing.ts';
import { findNights, findSources, type StoredSources, saveSources } from './queries.ts';
import type { ReadOnce } from './read-once.ts';
import { isResting, listPeople, type ReadingParts } from './reading.ts';

export interface DataSyncParts extends ReadingParts, Pick<UserImportFeature, 'begin'>, Pick<PairingParts, 'sessions'> {
  readonly readOnce: ReadOnce;
}

/** 422 with what is wrong with a place; a filter is read as the client of the protocol reads it. */
async function refuseFaults(sources: readonly SyncSource[], t: Translate): Promise<void> {
  const { FilterParser } = await import('ldapts');
  const isReadable = (filter: string) => {
    try {
      return Boolean(FilterParser.parseString(filter));
    } catch {
      return false;
    }
  };
  const issues = sources.flatMap((source, index): Issue[] => {
    const problems = syncProblems(source);
    if (problems.every(({ field }) => field !== 'filter') && !isReadable(source.filter))
      problems.push({ field: 'filter', rule: 'filter' });
    return problems.map(({ field, rule }) => ({
      path: `body.sources.${index}.${field}`,
      rule,
      message: t(`data-sync:rules.${rule}`),
    }));
  });
  refuseIssues(issues);
}

interface SyncCall extends BeginCall {
  readonly params: { readonly id: number };
  readonly t: Translate;
}

const tidy = (source: SyncSource): SyncSource => ({
  ...source,
  base_dn: source.base_dn.trim(),
  filter: source.filter.trim(),
});

/** The people of the directory at which a school signs in, as an import (T-7.123, T-7.128, T-7.129). */
export function dataSyncHandlers({ begin, sessions, readOnce, ...reading }: DataSyncParts) {
  async function answer(db: Kysely<DB>, actor: Actor, stored: StoredSources): Promise<{ data: SyncSettings }> {
    const directory = await nameOfDirectory(db, actor.school_id);
    const isReady = directory !== null && stored.sources.length > 0 && actor.permissions.has('manage-users');
    const can = { ...driverAbilitiesOf(actor), ...toCan({ read: isReady }) };
    const pairing = isAllowed(can, 'update') ? await findPairing(db, actor.school_id) : null;
    const { is_on, reads_people, due_at } = await findNights(db, actor.school_id);
    const next = directory === null || (await isResting(db, actor.school_id)) ? null : due_at;
    const nights = (isOn: boolean) => ({ is_on: isOn, due_at: isOn ? next : null });
    const [nightly, people_nightly] = [nights(is_on), nights(reads_people)];
    return { data: { ...stored, directory, pairing, nightly, people_nightly, can } };
  }

  /** Reads who stands at some of the places, and begins an import of them. */
  async function sync(
    isWanted: (source: SyncSource) => boolean,
    { params, actor, db, t, now, write, record }: SyncCall,
  ) {
    if (params.id !== actor.school_id) throw new ApiError({ code: 'not_found' });
    const list = await listPeople(db, { ...reading, readOnce }, { schoolId: actor.school_id, t }, isWanted);
    const { trx, run } = await begin({ ...list, source: DIRECTORY_SOURCE }, { actor, db, now, write, record });
    return { data: await show(trx, run, t, now) };
  }

  return implement(dataSyncApi, {
    ...pairingHandlers({ ...reading, source: DIRECTORY_SOURCE, readOnce, sessions }),
    ...connectorHandlers({ ...reading, source: DIRECTORY_SOURCE, readOnce, sessions }),
    ...nightlyHandlers(async (db, actor) => answer(db, actor, await findSources(db, actor.school_id))),
    async getSources({ params, actor, db, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      return answer(db, actor, await findSources(db, actor.school_id));
    },

    async saveSources({ params, body, actor, write, record, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      if (!isAllowed(driverAbilitiesOf(actor), 'update')) return fail('forbidden');
      await refuseFaults(body.sources, t);
      const trx = await write();
      const before = await findSources(trx, actor.school_id);
      const sources = body.sources.map(tidy);
      if (!(await saveSources(trx, actor.school_id, { sources, since: body.updated_at, now }))) return fail('conflict');
      record({
        entity: 'data_sync_sources',
        id: actor.school_id,
        before: before.updated_at === null ? null : { sources: JSON.stringify(before.sources) },
        after: { sources: JSON.stringify(sources) },
      });
      return answer(trx, actor, await findSources(trx, actor.school_id));
    },

    syncAll: (context) => sync(() => true, context),
    syncTeachers: (context) => sync(({ type }) => type === 'TEACHER', context),
  });
}
