import { createHash } from 'node:crypto';
import { CONNECTOR_FEW, CONNECTOR_SHOWN, type dataSyncApi } from '@kreide/core/features/data-sync';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { findDirectoryNames, listConnected, lockDriver, noteLocked, readStates } from '../auth-drivers/index.ts';
import { loadSchool } from '../user-import/index.ts';
import { listAccountNames, setLocked } from '../users/index.ts';
import type { PairingParts } from './pairing.ts';
import { addRun } from './queries.ts';
import { refuserOf } from './reading.ts';

export interface Concerned {
  readonly connected: number;
  readonly gone: { id: number; why: 'missing' | 'disabled' }[];
  readonly back: { id: number }[];
  /** Whom somebody has unlocked by hand since: what locks them from now on is not this. */
  readonly unlocked: number[];
  readonly administrators: number;
}

/** Who is gone from the directory and still open here, and who is back there and locked by nothing but that. */
export async function compare(
  db: Kysely<DB>,
  schoolId: number,
  states: ReadonlyMap<string, boolean>,
): Promise<Concerned> {
  const accounts = new Map((await listAccountNames(db, schoolId)).map((account) => [account.id, account]));
  const connected = await listConnected(db, schoolId);
  const found: Concerned = { connected: connected.length, gone: [], back: [], unlocked: [], administrators: 0 };
  let administrators = 0;
  for (const { user_id: id, subject, locked_at } of connected) {
    const account = accounts.get(id);
    if (!account) continue;
    const isOff = states.get(subject);
    if (!account.is_locked && locked_at !== null) found.unlocked.push(id);
    if (isOff === false) {
      if (account.is_locked && locked_at !== null) found.back.push({ id });
    } else if (account.role === 'ADMIN') administrators += 1;
    else if (!account.is_locked) found.gone.push({ id, why: isOff === undefined ? 'missing' : 'disabled' });
  }
  return { ...found, administrators };
}

const versionOf = ({ gone, back }: Concerned) =>
  createHash('sha256')
    .update(JSON.stringify([gone, back]))
    .digest('hex')
    .slice(0, 32);

/** A fifth and more than a few: then the filter or the place is wrong rather than that they all have left. */
export const areMany = ({ connected, gone }: Concerned) => gone.length > CONNECTOR_FEW && gone.length * 5 > connected;

/** Locks and signs out who is gone, and unlocks who is back; the caller tells the sessions once it is committed. */
export async function align(
  trx: Kysely<DB>,
  schoolId: number,
  found: Concerned,
  { sessions, now }: Pick<PairingParts, 'sessions'> & { now: Date },
): Promise<{ gone: number[]; back: number[] }> {
  const [gone, back] = [found.gone.map(({ id }) => id), found.back.map(({ id }) => id)];
  await noteLocked(trx, schoolId, found.unlocked, null);
  await setLocked(trx, schoolId, gone, true);
  await noteLocked(trx, schoolId, gone, now);
  await sessions.endAllOf(trx, schoolId, gone);
  await setLocked(trx, schoolId, back, false);
  await noteLocked(trx, schoolId, back, null);
  return { gone, back };
}

/** Brings connected accounts in line with what their directory says of them (T-7.114). */
export function connectorHandlers({
  source,
  readOnce,
  sessions,
  ...reading
}: PairingParts): Pick<Handlers<typeof dataSyncApi>, 'syncConnector'> {
  return {
    async syncConnector({ params, body, actor, db, t, now, write, record, afterCommit, fail }) {
      const { school_id: schoolId } = actor;
      if (params.id !== schoolId) return fail('not_found');
      const names = await findDirectoryNames(db, schoolId);
      if (names === null) throw new ApiError({ code: 'directory_missing' });
      const states = await readOnce(schoolId, () => readStates(db, reading, schoolId)).catch(
        refuserOf(reading.log, schoolId),
      );
      const trx = body.is_dry_run ? db : await write();
      if (!body.is_dry_run) await lockDriver(trx, schoolId);
      if ((await findDirectoryNames(trx, schoolId))?.updated_at !== names.updated_at) return fail('conflict');
      const found = await compare(trx, schoolId, states ?? new Map());
      const version = versionOf(found);
      const is_many = areMany(found);
      if (!body.is_dry_run) {
        if (body.version !== undefined && body.version !== version) return fail('conflict');
        if (is_many && body.accepts_many !== true)
          refuseIssues([{ path: 'body.accepts_many', rule: 'many', message: t('data-sync:rules.manyGone') }]);
        const { gone, back } = await align(trx, schoolId, found, { sessions, now });
        record({ entity: 'auth_drivers', id: schoolId, after: { locked: gone.length, unlocked: back.length } });
        for (const [ids, is_locked] of [
          [gone, true],
          [back, false],
        ] as const)
          for (const id of ids)
            record({ entity: 'users', id, before: { is_locked: !is_locked }, after: { is_locked } });
        await addRun(trx, schoolId, {
          at: now,
          is_nightly: false,
          outcome: 'done',
          reason: null,
          connected: found.connected,
          gone: gone.length,
          back: back.length,
        });
        for (const id of [...gone, ...back]) afterCommit(() => sessions.changed(id));
      }
      const people = new Map((await loadSchool(trx, schoolId, source, now)).map((person) => [person.id, person]));
      const named = <T extends { id: number }>(list: readonly T[]) =>
        list.slice(0, CONNECTOR_SHOWN).map((one) => {
          const person = people.get(one.id);
          return { ...one, name: `${person?.lastname}, ${person?.firstname}`, class: person?.class ?? null };
        });
      return {
        data: {
          is_dry_run: body.is_dry_run,
          connected: found.connected,
          gone_count: found.gone.length,
          gone: named(found.gone),
          back_count: found.back.length,
          back: named(found.back),
          kept_administrators: found.administrators,
          is_many,
          version,
        },
      };
    },
  };
}
