import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import {
  createChallenge,
  createPasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
  removePasskeysOf,
  useChallenge,
} from './queries/passkeys.ts';
import { createToken, hashToken } from './tokens.ts';

/** Loaded when the first passkey is checked: it brings a hundred modules for certificates. */
const loadChecks = () => import('@simplewebauthn/server');

const TIMEOUT = 5 * 60_000;
/** ES256, EdDSA and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257];

interface Person {
  school_id: number;
  id: number;
  uuid: string;
  username: string;
}

/** The purpose of a challenge: one for one purpose answers no other. */
export type Purpose = `add ${string}` | `step ${string}` | 'sign-in';

/** Passkeys belong to the public address of this installation: it refuses those of any other address. */
export function createPasskeys({ appUrl }: Pick<FeatureParts, 'appUrl'>) {
  const place = () => {
    const { hostname, origin } = new URL(appUrl());
    return { rpId: hostname, origin };
  };

  async function challengeFor(db: Kysely<DB>, purpose: Purpose, now: Date): Promise<string> {
    const challenge = createToken();
    const expires_at = new Date(now.getTime() + TIMEOUT).toISOString();
    await createChallenge(db, { challenge_hash: hashToken(challenge), purpose, expires_at });
    return challenge;
  }

  const expectedOf = (db: Kysely<DB>, purpose: Purpose, now: Date) => ({
    expectedChallenge: (challenge: string) => useChallenge(db, hashToken(challenge), purpose, now),
    expectedOrigin: place().origin,
    expectedRPID: place().rpId,
  });

  const toKnown = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports,
  });

  return {
    list: listPasskeys,

    /** What a browser needs to make one. */
    removeAll: removePasskeysOf,

    async prepare(db: Kysely<DB>, person: Person, purpose: Purpose, now: Date) {
      return {
        challenge: await challengeFor(db, purpose, now),
        rp: { id: place().rpId, name: place().rpId },
        user: {
          // No name and no number of ours: it is kept on the device.
          id: Buffer.from(person.uuid).toString('base64url'),
          name: person.username,
          displayName: person.username,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: TIMEOUT,
        excludeCredentials: (await listPasskeys(db, person)).map(toKnown),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true,
          userVerification: 'required' as const,
        },
      };
    },

    /** Adds the passkey that a browser made; null: it does not answer the challenge. */
    async add(
      db: Kysely<DB>,
      person: Person,
      given: { name: string; id: string; client_data: string; attestation: string; transports: string[] },
      purpose: Purpose,
      now: Date,
    ) {
      const response = { clientDataJSON: given.client_data, attestationObject: given.attestation };
      const { verifyRegistrationResponse } = await loadChecks();
      const checked = await verifyRegistrationResponse({
        ...expectedOf(db, purpose, now),
        response: { id: given.id, rawId: given.id, type: 'public-key', clientExtensionResults: {}, response },
        supportedAlgorithmIDs: ALGORITHMS,
        requireUserVerification: true,
      }).catch(() => null);
      if (!checked?.verified || !checked.registrationInfo) return null;
      const { id, publicKey, counter } = checked.registrationInfo.credential;
      const made = await createPasskey(db, {
        school_id: person.school_id,
        user_id: person.id,
        name: given.name,
        created_at: now.toISOString(),
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
        transports: given.transports,
      });
      return made ?? null;
    },

    /** What a browser needs to use one; with a person only theirs. */
    async request(db: Kysely<DB>, person: { school_id: number; id: number } | null, purpose: Purpose, now: Date) {
      return {
        challenge: await challengeFor(db, purpose, now),
        rpId: place().rpId,
        timeout: TIMEOUT,
        // Alone it stands for two: the device, and who holds it.
        userVerification: person ? ('preferred' as const) : ('required' as const),
        allowCredentials: person ? (await listPasskeys(db, person)).map(toKnown) : [],
      };
    },

    /** The passkey that signed; null: none of ours, of another address, an old challenge, or its counter went back. */
    async check(
      db: Kysely<DB>,
      given: { id: string; client_data: string; authenticator_data: string; signature: string },
      purpose: Purpose,
      now: Date,
    ): Promise<PasskeyRow | null> {
      const found = await findPasskey(db, given.id);
      if (!found) return null;
      const { verifyAuthenticationResponse } = await loadChecks();
      const checked = await verifyAuthenticationResponse({
        ...expectedOf(db, purpose, now),
        response: {
          id: given.id,
          rawId: given.id,
          type: 'public-key',
          clientExtensionResults: {},
          response: {
            clientDataJSON: given.client_data,
            authenticatorData: given.authenticator_data,
            signature: given.signature,
          },
        },
        credential: {
          id: found.credential_id,
          publicKey: new Uint8Array(found.public_key),
          counter: found.counter,
        },
        requireUserVerification: purpose === 'sign-in',
      }).catch(() => null);
      if (!checked?.verified) return null;
      await notePasskeyUse(db, found, checked.authenticationInfo.newCounter, now);
      return found;
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;
