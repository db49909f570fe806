import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../kernel/clock.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { actorOfSession } from '../auth/index.ts';
import { keyFor } from './keys.ts';
import {
  type ArtifactKind,
  consumeArtifact,
  findArtifact,
  keepArtifact,
  makeRoom,
  removeArtifact,
} from './queries/artifacts.ts';
import { type ClientRow, findClientOn } from './queries/clients.ts';
import { addGrant, findGrant, type Giving, type Payload, removeGrant } from './queries/grants.ts';

/** What a handler of ours does through the library: in its transaction, for somebody's session. */
interface Acting {
  readonly db: Kysely<DB>;
  readonly giving?: Giving;
}
export const acting = new AsyncLocalStorage<Acting>();

interface StoreParts {
  readonly kysely: Kysely<DB>;
  readonly clock: Clock;
}

const ARTIFACTS: readonly string[] = ['Interaction', 'AuthorizationCode', 'AccessToken'] satisfies ArtifactKind[];

/** A property of programs that the protocol does not know. */
export const NEEDS_PKCE = 'kreide_needs_pkce';

/** A program as the library knows it. Its secret is a hash, with which `provider.ts` compares. */
function toMetadata(row: ClientRow): AdapterPayload {
  const { client, name, secret_hash, is_pairwise, needs_pkce, redirect_uris, logout_uris } = row;
  return {
    client_id: client,
    client_name: name,
    ...(secret_hash ? { client_secret: secret_hash.toString('hex') } : {}),
    token_endpoint_auth_method: secret_hash ? 'client_secret_basic' : 'none',
    subject_type: is_pairwise ? 'pairwise' : 'public',
    redirect_uris,
    post_logout_redirect_uris: logout_uris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    id_token_signed_response_alg: 'RS256',
    [NEEDS_PKCE]: needs_pkce,
  } as AdapterPayload;
}

/**
 * Where the library of the protocol keeps what belongs to one school. Whatever hangs on a grant is found only while the session
 * by which it was given stands, and its person may still do everything: not locked, not gone, not signed out.
 */
export function createStore(schoolId: number, { kysely, clock }: StoreParts): (kind: string) => Adapter {
  const database = () => acting.getStore()?.db ?? kysely;
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  /** A grant whose session stands. */
  async function findStanding(key: string): Promise<Payload | undefined> {
    const now = clock.now();
    const grant = await findGrant(database(), schoolId, key, now);
    const session = grant && { school_id: schoolId, session_id: grant.session_id, user_id: grant.user_id };
    const actor = session && (await actorOfSession(database(), session, now));
    return actor && !actor.reads_only ? grant?.payload : undefined;
  }

  const clients: Partial<Adapter> = {
    async find(client) {
      const row = client.length <= 100 && !/\p{Cc}/u.test(client) && (await findClientOn(database(), schoolId, client));
      return row ? toMetadata(row) : undefined;
    },
  };

  const grants: Partial<Adapter> = {
    async upsert(id, payload, expiresIn) {
      const giving = acting.getStore()?.giving;
      if (!giving) throw new Error('nobody gives this');
      const now = clock.now();
      const key = keyFor('Grant', id);
      await addGrant(database(), giving, { key, payload: payload as Payload, now, until: later(expiresIn ?? 0) });
    },
    find: async (id) => (await findStanding(keyFor('Grant', id))) as AdapterPayload | undefined,
    destroy: (id) => removeGrant(database(), schoolId, keyFor('Grant', id)),
  };

  const artifactsOf = (kind: ArtifactKind): Partial<Adapter> => {
    const keyOf = (id: string) => ({ school_id: schoolId, kind, key: keyFor(kind, id) });
    return {
      async upsert(id, payload, expiresIn) {
        if (kind === 'Interaction') await makeRoom(database(), schoolId, clock.now());
        const { jti: _, ...kept } = payload;
        const grant_key = payload.grantId && kind !== 'Interaction' ? keyFor('Grant', payload.grantId) : null;
        await keepArtifact(database(), keyOf(id), {
          grant_key,
          payload: kept as Payload,
          until: later(expiresIn ?? 0),
        });
      },
      async find(id) {
        const row = await findArtifact(database(), keyOf(id), clock.now());
        if (!row || (row.grant_key !== null && !(await findStanding(row.grant_key)))) return undefined;
        return { ...row.payload, jti: id, ...(row.consumed_at !== null && { consumed: true }) } as AdapterPayload;
      },
      async consume(id) {
        // Of two calls that come at the same time with the same code, one is served.
        if (await consumeArtifact(database(), keyOf(id), clock.now())) return;
        const { errors } = await import('oidc-provider');
        throw new errors.InvalidGrant('authorization code already consumed');
      },
      destroy: (id) => removeArtifact(database(), keyOf(id)),
      // The database has taken them away with their grant.
      revokeByGrantId: async () => undefined,
    };
  };

  const nothing: Partial<Adapter> = {
    // The library keeps no session: who is signed in is asked anew each time.
    upsert: async () => undefined,
    find: async () => undefined,
    findByUid: async () => undefined,
    destroy: async () => undefined,
    consume: async () => undefined,
    revokeByGrantId: async () => undefined,
    findByUserCode: async () => undefined,
  };

  return (kind) => {
    if (kind === 'Client') return { ...nothing, ...clients } as Adapter;
    if (kind === 'Grant') return { ...nothing, ...grants } as Adapter;
    return { ...nothing, ...(ARTIFACTS.includes(kind) ? artifactsOf(kind as ArtifactKind) : {}) } as Adapter;
  };
}
