import { toIssuer } from '@kreide/core/features/auth-drivers';
import type { JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import { type Outbound, OutboundError } from '../../kernel/outbound/index.ts';

/** The service of a school as a client of it sees it. */
export interface ServiceSettings {
  readonly issuer: string;
  readonly client: string;
  /** Null: the service knows the client without one. */
  readonly secret: string | null;
}

/** Of a description, a key set or an answer; no service sends more. */
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;
/** Clocks of services are that much off, seconds. */
const CLOCK_TOLERANCE = 60;
/** How long a service that was away is not asked again, ms: whoever comes meanwhile hears so at once. */
const AWAY_MS = 15_000;
/** How long a description is used before it is asked for again, ms: keys are asked for when an unknown one signs. */
const KEPT_MS = 10 * 60 * 1000;
const KEPT_MAXIMUM = 200;
/** So much later keys are asked for again, ms. */
const KEYS_AGAIN_MS = 60_000;

/** Requests of the client go the way of all requests to addresses that people entered. */
function throughOutbound(outbound: Outbound) {
  return async (url: string, { method, headers, body }: { method: string; headers: object; body?: unknown }) => {
    const answer = await outbound.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(Object.entries(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    const said = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: said,
    });
  };
}

/** The client of the protocol; loaded when the first school uses it. */
export const loadClient = () => import('openid-client');

/**
 * Reads the description of a service and makes the client of it. Throws what the client or the request throws: an
 * `OutboundError` in the chain of causes where the service was not reached.
 */
export async function describeService(settings: ServiceSettings, outbound: Outbound): Promise<Configuration> {
  const client = await loadClient();
  const issuer = toIssuer(settings.issuer);
  if (issuer === null) throw new OutboundError('invalid_address', settings.issuer);
  const fetchIt = throughOutbound(outbound);
  // Where http is refused, `outbound` does it, with the exceptions of this installation.
  const execute = [client.allowInsecureRequests];
  const found = await client.discovery(new URL(issuer), settings.client, undefined, client.None(), {
    [client.customFetch]: fetchIt,
    execute,
  });
  const server = found.serverMetadata();
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const { secret } = settings;
  const proof =
    secret === null
      ? client.None()
      : ways.includes('client_secret_basic')
        ? client.ClientSecretBasic(secret)
        : client.ClientSecretPost(secret);
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE };
  const config = new client.Configuration(server, settings.client, metadata, proof);
  config[client.customFetch] = fetchIt;
  client.allowInsecureRequests(config);
  // Otherwise what comes over TLS from the service itself is believed without its signature.
  client.enableNonRepudiationChecks(config);
  return config;
}

const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();

/** The keys by which a service signs what it sends by itself; those that it has changed are asked for once a minute at most. */
export async function keysOf(config: Configuration, outbound: Outbound): Promise<JWTVerifyGetKey> {
  const known = keySets.get(config);
  if (known) return known;
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const fetchIt = throughOutbound(outbound);
  const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''), {
    [customFetch]: (url: string) => fetchIt(url, { method: 'GET', headers: {} }),
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: KEYS_AGAIN_MS,
  });
  keySets.set(config, keys);
  return keys;
}

export interface Services {
  /** `version` is that of the settings: others are asked for anew. */
  of(schoolId: number, version: string, settings: ServiceSettings, now: Date): Promise<Configuration>;
  /** It has signed with a key that it did not have: the next one asks for its keys. */
  forget(config: Configuration): void;
}

/** Descriptions of services, each kept for some minutes: half a school signs in within one. */
export function createServices(outbound: Outbound): Services {
  const kept = new Map<string, { until: number; config: Promise<Configuration> }>();
  const keys = new WeakMap<Configuration, string>();
  return {
    of(schoolId, version, settings, now) {
      const key = JSON.stringify([schoolId, version, settings.issuer, settings.client]);
      const found = kept.get(key);
      if (found && found.until > now.getTime()) return found.config;
      const config = describeService(settings, outbound);
      if (kept.size >= KEPT_MAXIMUM) kept.clear();
      const entry = { until: now.getTime() + KEPT_MS, config };
      kept.set(key, entry);
      // A service that is away is asked by one of the many who come, not by each.
      config.catch(() => {
        entry.until = now.getTime() + AWAY_MS;
      });
      config.then((made) => keys.set(made, key)).catch(() => {});
      return config;
    },
    forget(config) {
      const key = keys.get(config);
      if (key !== undefined) kept.delete(key);
    },
  };
}
