import {
  type timetableImportApi,
  toWebUntisAddress,
  type WebUntisConnection,
} from '@kreide/core/features/timetable-import';
import { type Issue, type Translate, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../../kernel/feature.ts';
import type { Handlers } from '../../../kernel/http/implement.ts';
import {
  type ConnectionRow,
  findConnection,
  lockConnection,
  reasonOf,
  removeConnection,
  saveConnection,
} from '../queries/webuntis.ts';
import { findUploadById } from '../queries.ts';
import { checkAccount } from './check.ts';
import { sayReason } from './failure.ts';
import { type FetchTask, orderFetch } from './fetch-task.ts';
import { openPassword, sealPassword } from './password.ts';
import { createSession } from './session.ts';

type Keys = 'getWebUntis' | 'setWebUntis' | 'removeWebUntis' | 'checkWebUntis' | 'fetchWebUntis';

export interface WebUntisParts extends Pick<FeatureParts, 'outbound' | 'seal'> {
  fetch: FetchTask;
}

/** A check is waited for: one call may not take long. */
const CHECK_LIMITS = { timeoutMs: 10_000 };
const CHECK_MS = 60_000;

async function show(db: Kysely<DB>, row: ConnectionRow, t: Translate): Promise<WebUntisConnection> {
  const { school_id, address, school_name, username, interval_minutes, is_on, publishes, updated_at } = row;
  const { outcome, failures, checked_at, read_at, due_at, params, upload_id } = row;
  const reason = reasonOf(row);
  const upload = upload_id === null ? undefined : await findUploadById(db, school_id, upload_id);
  return {
    address,
    school_name,
    username,
    interval_minutes,
    is_on,
    publishes,
    updated_at,
    outcome,
    reason,
    message: reason && sayReason(reason, params ?? {}, t),
    failures,
    checked_at,
    read_at,
    due_at,
    upload: upload?.uuid ?? null,
  };
}

/** What the audit log keeps: everything but the password, of which it says that there is another one. */
const toRecorded = ({ address, school_name, username, interval_minutes, is_on, publishes }: ConnectionRow) => ({
  address,
  school_name,
  username,
  interval_minutes,
  is_on,
  publishes,
});

interface Given {
  address: string;
  school_name: string;
  username: string;
  password?: string | undefined;
}

const isSameAccount = (row: ConnectionRow, { address, school_name, username }: Given) =>
  row.address === address && row.school_name === school_name && row.username === username;

/** The account that was written down, or what is wrong with it. The saved password goes nowhere but where it was saved for. */
function readAccount(given: Given, row: ConnectionRow | undefined, path: string, t: Translate) {
  const issues: Issue[] = [];
  const address = toWebUntisAddress(given.address);
  if (address === null)
    issues.push({ path: `${path}.address`, rule: 'format', message: t('timetable-import:webuntis.badAddress') });
  const account = { ...given, address: address ?? '', school_name: given.school_name.trim() };
  if (given.password === undefined && !(row && isSameAccount(row, account)))
    issues.push({ path: `${path}.password`, rule: 'required', message: t('timetable-import:webuntis.needsPassword') });
  return { account, issues };
}

/** The connection of a school to its WebUntis. */
export function webUntisHandlers({
  outbound,
  seal,
  fetch,
}: WebUntisParts): Pick<Handlers<typeof timetableImportApi>, Keys> {
  return {
    async getWebUntis({ params, actor, db, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const row = await findConnection(db, actor.school_id);
      return { data: row ? await show(db, row, t) : null };
    },

    async setWebUntis({ params, body, actor, write, record, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const { school_id } = actor;
      const trx = await write();
      const before = await lockConnection(trx, school_id);
      if ((before?.updated_at ?? null) !== body.updated_at) return fail('conflict');
      const { account, issues } = readAccount(body, before, 'body', t);
      const isNewlyPublishing = body.publishes && !before?.publishes;
      if (isNewlyPublishing && !actor.permissions.has('publish-timetable-entities'))
        issues.push({
          path: 'body.publishes',
          rule: 'permission',
          message: t('timetable-import:review.mayNotPublish'),
        });
      if (issues.length > 0) return fail('invalid', { issues });
      const { address, school_name, username, password } = account;
      const { interval_minutes, is_on, publishes } = body;
      const isOther = !before || !isSameAccount(before, account);
      await saveConnection(trx, {
        school_id,
        address,
        school_name,
        username,
        interval_minutes,
        is_on,
        publishes,
        sealed_password: password === undefined ? before!.sealed_password : sealPassword(seal, school_id, password),
        updated_at: now.toISOString(),
        due_at: is_on ? now.toISOString() : null,
        outcome: null,
        reason: null,
        params: null,
        failures: 0,
        is_told: false,
        ...(isOther ? { import_time: null, content_hash: null, read_at: null, checked_at: null } : {}),
      });
      if (is_on) await orderFetch(trx, fetch, school_id, false);
      const after = await findConnection(trx, school_id);
      if (!after) return fail('not_found');
      record({
        entity: 'webuntis_connections',
        id: school_id,
        before: before ? toRecorded(before) : null,
        after: { ...toRecorded(after), ...(password === undefined ? {} : { has_new_password: true }) },
      });
      return { data: await show(trx, after, t) };
    },

    async removeWebUntis({ params, actor, write, record, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const before = await lockConnection(trx, actor.school_id);
      if (!before) return fail('not_found');
      await removeConnection(trx, actor.school_id);
      record({ entity: 'webuntis_connections', id: actor.school_id, before: toRecorded(before) });
      return undefined;
    },

    async checkWebUntis({ params, body, actor, db, now, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const row = await findConnection(db, actor.school_id);
      const given = body.account ?? row;
      if (!given) return fail('not_found');
      const { address, school_name, username } = given;
      const password = body.account?.password;
      const { account, issues } = readAccount({ address, school_name, username, password }, row, 'body.account', t);
      if (issues.length > 0) return fail('invalid', { issues });
      const signal = AbortSignal.timeout(CHECK_MS);
      const session = createSession({
        outbound,
        signal,
        limits: CHECK_LIMITS,
        account: { ...account, password: password ?? (row ? openPassword(seal, row) : '') },
      });
      return { data: await checkAccount(session, toLocal(now, actor.time_zone).date, t) };
    },

    async fetchWebUntis({ params, actor, write, record, t, fail }) {
      if (params.id !== actor.school_id) return fail('not_found');
      const trx = await write();
      const row = await findConnection(trx, actor.school_id);
      if (!row) return fail('not_found');
      await orderFetch(trx, fetch, actor.school_id, true);
      record({ entity: 'webuntis_connections', id: actor.school_id, after: { address: row.address } });
      return { data: await show(trx, row, t) };
    },
  };
}
