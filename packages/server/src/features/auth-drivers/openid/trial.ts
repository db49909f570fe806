import { randomUUID } from 'node:crypto';
import {
  type AuthDriverDraft,
  type authDriversApi,
  claimTexts,
  MATCH_FIELDS,
  TRIAL_STATE,
} from '@kreide/core/features/auth-drivers';
import type { Kysely } from 'kysely';
import type { Configuration, IDToken } from 'openid-client';
import * as z from 'zod/mini';
import type { Seal } from '../../../kernel/config/seal.ts';
import type { DB } from '../../../kernel/data/database.generated.ts';
import type { Handlers } from '../../../kernel/http/implement.ts';
import type { Outbound } from '../../../kernel/outbound/index.ts';
import { giveBack, hashToken, reserveAttempt } from '../../auth/index.ts';
import { findSchoolBySlink } from '../../schools/index.ts';
import { compareTrial, type FindImported, lookAtStep } from '../arrival.ts';
import { BEGUN_SECONDS, createSecret } from '../begun.ts';
import { type Told, toTold } from '../compared.ts';
import { keepAnswer, keepRequest, takeRequest } from '../queries/saml.ts';
import { fine, type Said, wrong } from '../said.ts';
import { sealAnswer } from '../saml/requests.ts';
import { describeService, loadClient } from '../service.ts';
import { isClientRefused, outboundErrorIn } from '../test-driver.ts';
import { type Asked, askOf, isVerified, NO_KEY, wantedOf } from './claims.ts';

/** Settings that are tried, and what was asked with them. */
const trial = z.object({
  issuer: z.string(),
  client: z.string(),
  secret: z.nullable(z.string()),
  match_claim: z.string(),
  match_field: z.enum(MATCH_FIELDS),
  redirect_uri: z.string(),
  second_step: z.boolean(),
  second_step_values: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});
type Trial = z.output<typeof trial>;

const ownerOf = (schoolId: number) => `auth-driver openid trial ${schoolId}`;

type Read = 'issuer' | 'client' | 'scope' | 'match_claim' | 'match_field' | 'second_step' | 'second_step_values';
interface Tried extends Pick<AuthDriverDraft, Read> {
  readonly secret: string | null;
  readonly redirect_uri: string;
}

/** Begins a sign-in at a service by which its settings are tried: the address of its page. */
export async function beginTrial(
  db: Kysely<DB>,
  seal: Seal,
  school_id: number,
  { tried, config }: { tried: Tried; config: Configuration },
  now: Date,
): Promise<{ uuid: string; url: string }> {
  const client = await loadClient();
  const asked: Asked = {
    state: `${TRIAL_STATE}${createSecret()}`,
    nonce: createSecret(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(config, await askOf(tried, asked));
  const kept = trial.parse({ ...tried, nonce: asked.nonce, verifier: asked.verifier });
  const uuid = randomUUID();
  const request = {
    school_id,
    relay_hash: hashToken(asked.state),
    uuid,
    request_id: asked.nonce,
    sealed_trial: seal.close(JSON.stringify(kept), ownerOf(school_id)),
    expires_at: new Date(now.getTime() + BEGUN_SECONDS * 1000).toISOString(),
  };
  await keepRequest(db, request, now);
  return { uuid, url: url.href };
}

/** What the service has refused, in its own word, and the address that it may not know. */
function sayRefused(thrown: unknown, { redirect_uri }: Trial): Said {
  const { code, error, error_description } = thrown as Record<string, unknown>;
  const why = String(error ?? code ?? '?').slice(0, 100);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return wrong('clock', 'wrongClock');
  if (code === NO_KEY) return wrong('signature', 'notSigned');
  if (isClientRefused(thrown)) return wrong('answer', 'wrongClient');
  if (/redirect/i.test(`${why} ${error_description ?? ''}`))
    return wrong('recipient', 'otherAddress', { address: redirect_uri });
  return wrong('answer', 'notConfirmed', { code: why });
}

interface Back {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

/** What the service has signed of somebody, and what it tells besides; or what is wrong with its answer. */
async function exchange(
  kept: Trial,
  back: Back,
  outbound: Outbound,
): Promise<{ signed: IDToken; besides: Readonly<Record<string, unknown>> } | Said> {
  const { code, error, state, iss } = back;
  if (code === undefined) return wrong('answer', 'refused', { code: (error ?? '?').slice(0, 100) });
  try {
    const client = await loadClient();
    const config = await describeService(kept, outbound);
    const address = new URL(kept.redirect_uri);
    for (const [name, value] of Object.entries({ code, state, iss }))
      if (value !== undefined) address.searchParams.set(name, value);
    const checks = { pkceCodeVerifier: kept.verifier, expectedNonce: kept.nonce, expectedState: state };
    const tokens = await client.authorizationCodeGrant(config, address, { ...checks, idTokenExpected: true });
    const signed = tokens.claims();
    if (!signed) return wrong('signature', 'notSigned');
    const besides = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, signed.sub).catch(() => ({}))
      : {};
    return { signed, besides };
  } catch (thrown) {
    const reason = outboundErrorIn(thrown)?.reason;
    return reason ? wrong('answer', 'notConfirmed', { code: reason }) : sayRefused(thrown, kept);
  }
}

const PROTOCOL = ['iss', 'aud', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash', 'azp', 'jti', 's_hash'];

/** What came of somebody, claim by claim, and what is missing of what is compared. */
function lookAtClaims(
  kept: Trial,
  { signed, besides }: Exclude<Awaited<ReturnType<typeof exchange>>, Said>,
): { said: Said; told: Told[]; wanted: string | null } {
  const all = { ...besides, ...signed };
  const known = Object.keys(all)
    .filter((name) => !PROTOCOL.includes(name))
    .join(', ')
    .slice(0, 2000);
  const valuesOf = (name: string) => claimTexts(all, name);
  const address = valuesOf('email').length === 0 ? null : isVerified('email' in signed ? signed : besides);
  const told = toTold({ ...kept, method: 'OIDC', subject_claim: 'sub' }, valuesOf, address);
  // As a sign-in reads it: of one of them, never an address of the one that the other has verified.
  const wanted = wantedOf(signed, kept) ?? wantedOf(besides, kept);
  const name = kept.match_claim;
  if (wanted !== null) return { said: fine('attributes', 'claims', { known }), told, wanted };
  const word = kept.match_field === 'email' && valuesOf(name).length > 0 ? 'claimUnverified' : 'claimMissing';
  return { said: wrong('attributes', word, { names: name, known }), told, wanted };
}

interface Parts {
  readonly seal: Seal;
  readonly outbound: Outbound;
  readonly findImported: FindImported;
}

/** The end of a trial: what came of it waits for the administrator who has begun it. Nobody is signed in, nobody is connected. */
export function openIdTrialHandlers({
  seal,
  outbound,
  findImported,
}: Parts): Pick<Handlers<typeof authDriversApi>, 'finishTrial'> {
  return {
    async finishTrial({ body, db, request, now, fail }) {
      const school = body.state.startsWith(TRIAL_STATE) ? await findSchoolBySlink(db, body.slink) : undefined;
      await reserveAttempt(db, { link: request.network }, now);
      const row = school ? await takeRequest(db, school.id, hashToken(body.state), now) : null;
      if (!school || !row?.sealed_trial) return fail('sign_in_over');
      const kept = trial.parse(JSON.parse(seal.open(row.sealed_trial, ownerOf(school.id))));
      const came = await exchange(kept, body, outbound);
      const keep = (steps: Said[], more: { told: Told[]; found: Awaited<ReturnType<typeof compareTrial>>['found'] }) =>
        keepAnswer(db, row, {
          code_hash: hashToken(createSecret()),
          sealed_answer: sealAnswer(seal, school.id, { steps, ...more, named: null }),
          expires_at: row.expires_at,
        });
      await giveBack(db, { link: request.network });
      if ('word' in came) {
        await keep([came], { told: [], found: null });
        return undefined;
      }
      const { said, told, wanted } = lookAtClaims(kept, came);
      const { steps, found } = await compareTrial(db, { findImported }, school.id, kept, wanted, now);
      const answered = fine('answer', 'answered', { name: kept.issuer });
      await keep([answered, said, ...lookAtStep(kept, came.signed), ...steps], { told, found });
      return undefined;
    },
  };
}
