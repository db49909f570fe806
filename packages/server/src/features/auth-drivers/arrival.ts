import { isStepSaid, type MatchField } from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { AuditChange } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext, RecordedFor } from '../../kernel/http/context.ts';
import type { Admit } from '../auth/index.ts';
import { findSchoolBySlink } from '../schools/index.ts';
import { findPresentBy } from '../users/index.ts';
import type { Fitting } from './compared.ts';
import { connect, type DriverRow, findConnected, findDriver, lockDriver } from './queries.ts';
import { fine, type Said, wrong } from './said.ts';

/** Accounts that an import has read under this key, at the school; two at most. */
export type FindImported = (db: Kysely<DB>, schoolId: number, key: string, now: Date) => Promise<number[]>;

/** The driver that is on, of a school that signs people in; null: there is none. */
export async function findOn(db: Kysely<DB>, slink: string): Promise<DriverRow | null> {
  const school = await findSchoolBySlink(db, slink);
  if (!school || school.is_locked) return null;
  const found = await findDriver(db, school.id);
  return found?.driver.is_on ? found.driver : null;
}

/** Accounts of the school that fit what the service says of somebody, whatever its protocol; two at most. */
export function findFitting(
  db: Kysely<DB>,
  { school_id, match_field }: { school_id: number; match_field: MatchField },
  wanted: string,
  findImported: FindImported,
  now: Date,
): Promise<number[]> {
  return match_field === 'external_id'
    ? findImported(db, school_id, wanted, now)
    : findPresentBy(db, school_id, match_field, wanted, now);
}

/** Whom the settings that are tried find here: a step of the test, and the account that fits. */
export async function compareTrial(
  db: Kysely<DB>,
  { findImported }: { findImported: FindImported },
  school_id: number,
  tried: { match_claim: string; match_field: MatchField } | null,
  wanted: string | null,
  now: Date,
): Promise<{ steps: Said[]; found: Fitting }> {
  if (tried === null || wanted === null) return { steps: [], found: null };
  const { match_claim: name, match_field } = tried;
  const found = await findFitting(db, { school_id, match_field }, wanted, findImported, now);
  const params = { name, value: wanted };
  const [user_id] = found;
  if (found.length === 1 && user_id !== undefined)
    return { steps: [fine('match', 'fitsOne', params)], found: { user_id, match_field } };
  return { steps: [wrong('match', found.length === 0 ? 'fitsNobody' : 'fitsSeveral', params)], found: null };
}

/**
 * Whose account somebody opens whom the service has named; throws `person_unknown`.
 * @param readWanted what the service says of them to compare, asked only where they have not come before; null: nothing
 */
export async function findArrived(
  db: Kysely<DB>,
  driver: DriverRow,
  subject: string,
  readWanted: () => Promise<string | null>,
  findImported: FindImported,
  now: Date,
): Promise<number | null> {
  const known = await findConnected(db, driver.school_id, subject);
  if (known !== null) return known;
  const wanted = await readWanted();
  const found = wanted === null ? [] : await findFitting(db, driver, wanted, findImported, now);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** What a driver says of the second step of its service. */
type Steps = Pick<DriverRow, 'second_step' | 'second_step_values'>;

/** Has the service asked for a second step, by its own word, that takes the place of the one here? */
export const countsStep = (driver: Steps, said: Readonly<Record<string, unknown>>): boolean =>
  driver.second_step && isStepSaid(said, driver.second_step_values);

/** The same as a step of a test, with what the service has said. */
export function lookAtStep(driver: Steps, said: Readonly<Record<string, unknown>>): Said[] {
  if (!driver.second_step) return [];
  const words = [said.acr, said.amr].flat().filter((one) => typeof one === 'string');
  const params = { values: words.join(', ').slice(0, 500) || '-' };
  return [
    countsStep(driver, said) ? fine('secondStep', 'stepSaid', params) : wrong('secondStep', 'stepNotSaid', params),
  ];
}

interface Arrived {
  driver: DriverRow;
  subject: string;
  user_id: number;
  stay: boolean;
  /** Does a second step at the service take the place of the one here? */
  isStepDone: boolean;
  /** The session of the service; empty: it does not say which, null: it never tells that one has ended. */
  service_sid: string | null;
}

interface Call extends Pick<HandlerContext, 'write' | 'request' | 'reply' | 'now'> {
  readonly record: (change: AuditChange & RecordedFor) => void;
}

/**
 * Connects somebody with their account and signs them in, with their second step. Throws `sign_in_over` where the settings were changed
 * meanwhile, `person_connected`, and what `admit` throws.
 */
export async function letIn(
  { driver, subject, user_id, ...how }: Arrived,
  { write, record, ...call }: Call,
  admit: Admit,
) {
  const { school_id } = driver;
  const trx = await write();
  // Settings that were changed meanwhile may be of another service.
  await lockDriver(trx, school_id);
  if ((await findDriver(trx, school_id))?.driver.updated_at !== driver.updated_at)
    throw new ApiError({ code: 'sign_in_over' });
  // Somebody who came at the same moment was first.
  if (((await findConnected(trx, school_id, subject)) ?? user_id) !== user_id)
    throw new ApiError({ code: 'person_connected' });
  if (!(await connect(trx, { school_id, user_id }, subject, call.now)))
    throw new ApiError({ code: 'person_connected' });
  const { account, answer } = await admit(trx, { school_id, id: user_id }, how, call);
  record({
    entity: 'users',
    id: user_id,
    by: { school_id, user_id },
    after: {
      ...(answer.tfa_mode === '' ? {} : { second_step: 'open' }),
      ...(how.isStepDone ? { second_step: 'service' } : {}),
    },
  });
  return { ...answer, username: account.username, stay_logged_in: how.stay };
}
