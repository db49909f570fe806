import { type Kysely, sql } from 'kysely';
import { type AuditEventRow, auditPart } from '../../../kernel/data/audit.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { prepare } from '../../../kernel/data/plans.ts';
import { schoolOfSlink } from '../../schools/index.ts';
import { accountNamed } from '../../users/index.ts';
import { type CountRule, counting, type FailureKey } from './failures.ts';
import { removeOldest, type SenderKind } from './known-senders.ts';
import type { NewSession } from './sessions.ts';

// What twelve hundred people do within a few minutes: few statements, each built and planned once.

interface Name {
  slink: string;
  /** In lower case. */
  name: string;
  address: Buffer;
  /** Null: the device has no token. */
  device: Buffer | null;
}

const findNamed = prepare((db, values: Name & CountRule) => {
  const { slink, name, address, device } = values;
  const lastFrom = (kind: SenderKind, hash: Buffer | null) =>
    db
      .selectFrom('known_senders')
      .select('last_at')
      .where('school_id', '=', sql.ref<number>('account.school_id'))
      .where('user_id', '=', sql.ref<number>('account.id'))
      .where('kind', '=', kind)
      .where('key_hash', '=', hash);
  const found = db
    .selectFrom(schoolOfSlink(db, slink).as('school'))
    .innerJoinLateral(accountNamed(db, sql.ref<number>('school.id'), name).as('account'), (join) => join.onTrue())
    .selectAll('account')
    .select(['school.uuid as school_uuid', 'school.name', 'school.city', 'school.slink', 'school.app_branding'])
    .select(['school.color', 'school.locale as school_locale', 'school.time_zone', 'school.is_beta'])
    .select(['school.is_locked as school_is_locked', 'school.purpose as school_purpose', 'school.webuntis_open'])
    .select(['school.second_step_roles', 'school.second_step_from'])
    .select([lastFrom('address', address).as('address_at'), lastFrom('device', device).as('device_at')]);
  // The counter of a device of an account: `deviceKey` makes the same.
  const counter = sql`select sha256(convert_to(
    concat('#', found.school_id, ' ', found.id, ' ', encode(${device}::bytea, 'hex')), 'UTF8')) as hash
    from found where found.device_at is not null`;
  return db
    .with('found', () => found)
    .with('counted', () => sql<object>`(${counting(values, counter)})`)
    .selectFrom('found')
    .selectAll()
    .select(sql<boolean>`exists (select from counted)`.as('is_counted'));
});

/**
 * The account of a username or an e-mail address with its school, and when it last signed in from there. From one of its
 * devices the attempt is counted at once, unless the counter of the device says to wait.
 */
export async function findNamedAccount(db: Kysely<DB>, given: Name, rule: CountRule) {
  const [row] = await findNamed(db, { ...given, ...rule });
  if (!row) return null;
  const { school_uuid, name, city, slink, app_branding, color, school_locale, time_zone, is_beta, ...rest } = row;
  const {
    school_is_locked,
    school_purpose: purpose,
    webuntis_open,
    second_step_roles,
    second_step_from,
    ...others
  } = rest;
  const { address_at, device_at, is_counted, ...account } = others;
  const rules = { webuntis_open, second_step_roles, second_step_from };
  const who = { id: row.school_id, uuid: school_uuid, name, city, slink, locale: school_locale, time_zone };
  const school = { ...who, app_branding, color, is_beta, is_locked: school_is_locked, purpose, ...rules };
  const known = new Map<SenderKind, Date>();
  if (address_at !== null) known.set('address', new Date(address_at));
  if (device_at !== null) known.set('device', new Date(device_at));
  return { account: { ...account, school }, known, isCounted: is_counted };
}

interface Return {
  session: NewSession;
  /** The counter that starts anew. */
  failures: FailureKey;
  /** Hashes of the senders. */
  from_address: Buffer;
  from_device: Buffer;
  event: AuditEventRow;
}
type Flat = Required<NewSession> & FailureKey & Pick<Return, 'from_address' | 'from_device'> & AuditEventRow;

const openReturning = prepare((db, values: Flat) => {
  const { school_id, user_id } = values;
  const last_at = values.last_used_at as string;
  const session = {
    access_hash: values.access_hash,
    access_expires_at: values.access_expires_at,
    refresh_hash: values.refresh_hash,
    family_hash: values.family_hash,
    refresh_expires_at: values.refresh_expires_at,
    stay_logged_in: values.stay_logged_in,
    is_native: values.is_native,
    user_agent: values.user_agent,
    created_at: values.created_at,
    last_used_at: last_at,
  };
  const from = (kind: SenderKind, key_hash: Buffer) => ({ school_id, user_id, last_at, kind, key_hash });
  const one = sql<number>`1`.as('one');
  const changes = sql`(select (select count(*) from opened), (select count(*) from cleared), (select count(*) from known))`;
  return db
    .with('opened', (part) =>
      part
        .insertInto('sessions')
        .values({ school_id, user_id, ...session })
        .returning(one),
    )
    .with('cleared', (part) =>
      part
        .deleteFrom('sign_in_failures')
        .where('scope', '=', values.scope)
        .where('key_hash', '=', values.hash)
        .returning(one),
    )
    .with('known', (part) =>
      part
        .insertInto('known_senders')
        .values([from('address', values.from_address), from('device', values.from_device)])
        .onConflict((conflict) =>
          conflict
            .columns(['school_id', 'user_id', 'kind', 'key_hash'])
            .doUpdateSet((eb) => ({ last_at: eb.ref('excluded.last_at') })),
        )
        .returning(sql<boolean>`xmax = 0`.as('is_new')),
    )
    .with('recorded', () => sql<object>`(${auditPart(values, changes)})`)
    .selectFrom('known')
    .select('is_new');
});

/** The session of somebody on a device that they signed in on before, with all that comes with it, in one statement. */
export async function openSessionOnKnown(
  db: Kysely<DB>,
  { session, event, failures, from_address, from_device }: Return,
) {
  const { school_id, user_id: id } = session;
  // The event is one of the same account: what both have has one value.
  const values = { ...event, ...session, ...failures, from_address, from_device };
  const rows = await openReturning(db, values as Flat);
  if (rows.some(({ is_new }) => is_new)) await removeOldest(db, { school_id, id });
}
