import { randomBytes, randomUUID } from 'node:crypto';
import { type AuthDriverDraft, MATCH_FIELDS, NAME_ID_FORMATS } from '@kreide/core/features/auth-drivers';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Seal } from '../../../kernel/config/seal.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { hashToken } from '../../auth/index.ts';
import { BEGUN_SECONDS, createSecret } from '../begun.ts';
import { fitting, told } from '../compared.ts';
import { namedPerson } from '../proposing.ts';
import { keepRequest, type RequestRow } from '../queries/saml.ts';
import { said } from '../said.ts';
import { type OwnParts, toClient } from './client.ts';
import { goodCertificates, type IdpDescription, readCertificate } from './metadata.ts';

/** How long what came of an answer waits for the page that fetches it, seconds. */
export const ANSWER_SECONDS = 120;

/** Settings that are tried, with the service that they are of. */
const trial = z.object({
  name_id_format: z.enum(NAME_ID_FORMATS),
  match_claim: z.string(),
  match_field: z.enum(MATCH_FIELDS),
  subject_attribute: z.nullable(z.string()),
  second_step: z.boolean(),
  second_step_values: z.string(),
  idp: z.object({
    entity_id: z.string(),
    sign_in: z.string(),
    sign_out: z.nullable(z.string()),
    certificates: z.array(z.string()),
  }),
});
type Trial = Pick<
  AuthDriverDraft,
  'match_claim' | 'match_field' | 'subject_attribute' | 'second_step' | 'second_step_values'
> &
  Pick<OwnParts, 'name_id_format'> & { idp: IdpDescription };

/** What came of an answer: the steps of a test, or somebody. */
const answered = z.object({
  steps: z.array(said),
  /** Of a trial: what is shown of somebody, and whom it fits here. */
  told: z.array(told),
  found: fitting,
  named: z.nullable(
    z.object({
      subject: z.string(),
      wanted: z.nullable(z.string()),
      name_id: z.string(),
      name_format: z.nullable(z.string()),
      session_index: z.nullable(z.string()),
      context: z.nullable(z.string()),
      person: z.nullable(namedPerson),
    }),
  ),
});
export type Answered = z.output<typeof answered>;

const trialOwner = (schoolId: number) => `auth-driver trial ${schoolId}`;
const answerOwner = (schoolId: number) => `auth-driver answer ${schoolId}`;

export function openTrial(seal: Seal, { school_id, sealed_trial }: RequestRow): Trial | null {
  if (sealed_trial === null) return null;
  const { idp, ...values } = trial.parse(JSON.parse(seal.open(sealed_trial, trialOwner(school_id))));
  const certificates = idp.certificates.map(readCertificate).filter((one) => one !== null);
  return { ...values, idp: { ...idp, certificates, valid_until: null } };
}

export const sealAnswer = (seal: Seal, schoolId: number, values: Answered): Buffer =>
  seal.close(JSON.stringify(values), answerOwner(schoolId));
export const openAnswer = (seal: Seal, schoolId: number, sealed: Buffer): Answered =>
  answered.parse(JSON.parse(seal.open(sealed, answerOwner(schoolId))));

interface Asked {
  readonly school_id: number;
  readonly idp: IdpDescription;
  readonly own: OwnParts;
  /** Of the driver that asks, or the settings that are tried. */
  readonly by: { readonly version: string } | { readonly trial: Trial };
}

/** Asks a service who somebody is: the address of its page, signed, and by what the answer is recognised. */
export async function askService(db: Kysely<DB>, seal: Seal, { school_id, idp, own, by }: Asked, now: Date) {
  const relay = createSecret();
  const request_id = `_${randomBytes(20).toString('hex')}`;
  const client = await toClient({ ...own, idp, certificates: toProve(idp, now), request_id });
  const url = await client.getAuthorizeUrlAsync(relay, undefined, {});
  const uuid = randomUUID();
  const expires_at = new Date(now.getTime() + BEGUN_SECONDS * 1000).toISOString();
  const kept = 'version' in by ? { version: by.version } : { sealed_trial: sealTrial(seal, school_id, by.trial) };
  await keepRequest(db, { school_id, relay_hash: hashToken(relay), uuid, request_id, expires_at, ...kept }, now);
  return { relay, uuid, url };
}

/** The library wants some, also where it only asks. */
export function toProve(idp: IdpDescription, now: Date) {
  const good = goodCertificates(idp, now);
  return good.length > 0 ? good : idp.certificates;
}

function sealTrial(seal: Seal, schoolId: number, { idp, ...values }: Trial): Buffer {
  const { entity_id, sign_in, sign_out, certificates } = idp;
  const kept = { entity_id, sign_in, sign_out, certificates: certificates.map(({ pem }) => pem) };
  return seal.close(JSON.stringify({ ...values, idp: kept }), trialOwner(schoolId));
}
