import { NAME_ID, type NameIdFormat } from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { Seal } from '../../../kernel/config/seal.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Log } from '../../../kernel/log.ts';
import { hashToken } from '../../auth/index.ts';
import { compareTrial, type FindImported, lookAtStep } from '../arrival.ts';
import { createSecret } from '../begun.ts';
import { toTold } from '../compared.ts';
import { keepAnswer, takeAnswer, takeRequest } from '../queries/saml.ts';
import type { DriverRow } from '../queries.ts';
import { addressesOf, type OwnParts } from './client.ts';
import { keyOf } from './keys.ts';
import type { Providers } from './provider.ts';
import { ANSWER_SECONDS, type Answered, askService, openAnswer, openTrial, sealAnswer } from './requests.ts';
import { judgeResponse } from './response.ts';

export interface SamlParts {
  readonly seal: Seal;
  readonly log: Log;
  readonly providers: Providers;
  readonly findImported: FindImported;
  readonly appUrl: () => string;
}

interface School {
  readonly id: number;
  readonly slink: string;
}

/** This product as a school's service sees it. */
export async function ownOf(
  db: Kysely<DB>,
  { seal, appUrl }: Pick<SamlParts, 'seal' | 'appUrl'>,
  { id, slink }: School,
  name_id_format: NameIdFormat,
  now: Date,
): Promise<OwnParts> {
  return { addresses: addressesOf(appUrl(), slink), key: await keyOf(db, seal, id, now), name_id_format };
}

export const formatOf = (driver: Pick<DriverRow, 'name_id_format'> | null): NameIdFormat =>
  driver?.name_id_format ?? 'persistent';

/** Where the browser goes to sign in at the service, and what it keeps of it. */
export async function beginAtService(
  db: Kysely<DB>,
  parts: SamlParts,
  driver: DriverRow,
  slink: string,
  now: Date,
): Promise<{ relay: string; url: string }> {
  const idp = await parts.providers.of(driver, now);
  const own = await ownOf(db, parts, { id: driver.school_id, slink }, formatOf(driver), now);
  const by = { version: driver.updated_at };
  return askService(db, parts.seal, { school_id: driver.school_id, idp, own, by }, now);
}

/**
 * Takes what a service has sent through a browser: of one request once, in time. It opens nothing: what came of it waits for the browser
 * that has asked, under a code. Null: nobody has asked for it.
 */
export async function takeResponse(
  db: Kysely<DB>,
  parts: SamlParts,
  given: { school: School; driver: DriverRow | null; relay: string; response: string },
  now: Date,
): Promise<{ code: string; isTrial: boolean } | null> {
  const { school, driver, relay, response } = given;
  const row = await takeRequest(db, school.id, hashToken(relay), now);
  if (!row) return null;
  const trial = openTrial(parts.seal, row);
  // Settings that were changed meanwhile may be of another service.
  const read = trial ?? (driver?.method === 'SAML' && driver.updated_at === row.version ? driver : null);
  if (!read) return null;
  const idp = 'idp' in read ? read.idp : await parts.providers.of(read, now);
  const own = await ownOf(db, parts, school, formatOf(read), now);
  const expected = { request_id: row.request_id, ...own.addresses };
  const { steps, named, valuesOf } = await judgeResponse(response, { idp, own, expected, read, now });
  const last = steps.at(-1);
  if (driver && last?.word === 'otherKey') parts.providers.forget(driver);
  if (!trial && !named) parts.log.warn({ school: school.id, reason: last?.word }, 'a service signed nobody in');
  const compared = await compareTrial(db, parts, school.id, trial, named?.wanted ?? null, now);
  const subject_claim = trial?.subject_attribute ?? NAME_ID;
  const told = trial ? toTold({ ...trial, method: 'SAML', subject_claim }, valuesOf, null) : [];
  const said = trial && named ? lookAtStep(trial, { acr: named.context }) : [];
  const code = createSecret();
  const answer: Answered = { ...compared, steps: [...steps, ...said, ...compared.steps], told, named };
  await keepAnswer(db, row, {
    code_hash: hashToken(code),
    sealed_answer: sealAnswer(parts.seal, school.id, answer),
    expires_at: trial ? row.expires_at : new Date(now.getTime() + ANSWER_SECONDS * 1000).toISOString(),
  });
  return { code, isTrial: trial !== null };
}

/** Whom the service has named to the browser that has asked; throws `sign_in_over`, `sign_in_refused`. */
export async function fetchNamed(
  db: Kysely<DB>,
  { seal }: Pick<SamlParts, 'seal'>,
  driver: DriverRow,
  { relay, code }: { relay: string; code: string },
  now: Date,
): Promise<NonNullable<Answered['named']>> {
  const hashes = { relay_hash: hashToken(relay), code_hash: hashToken(code) };
  const found = await takeAnswer(db, driver.school_id, hashes, now);
  if (found?.version !== driver.updated_at) throw new ApiError({ code: 'sign_in_over' });
  const { named } = openAnswer(seal, driver.school_id, found.sealed_answer);
  if (!named) throw new ApiError({ code: 'sign_in_refused' });
  return named;
}
