import { METADATA_MAXIMUM } from '@kreide/core/features/auth-drivers';
import type { Log } from '../../../kernel/log.ts';
import { type Outbound, OutboundError } from '../../../kernel/outbound/index.ts';
import type { DriverRow } from '../queries.ts';
import { type IdpDescription, MetadataRefused, readMetadata } from './metadata.ts';

type Described = Pick<DriverRow, 'school_id' | 'updated_at' | 'issuer' | 'metadata' | 'metadata_url'>;

const TIMEOUT_MS = 10_000;
/** How long a description is used before its address is asked again, ms: services change their keys some times a year. */
const KEPT_MS = 60 * 60 * 1000;
/** The same after its address was away. */
const AWAY_MS = 5 * 60 * 1000;
const KEPT_MAXIMUM = 200;

/** Reads a description from its address; throws `OutboundError`. */
export async function fetchMetadata(url: string, outbound: Outbound): Promise<string> {
  const answer = await outbound.request({ url, timeoutMs: TIMEOUT_MS, maxBytes: 4 * METADATA_MAXIMUM });
  if (answer.status !== 200) throw new MetadataRefused('notMetadata');
  const text = answer.body.toString('utf8');
  if (text.length > METADATA_MAXIMUM || text.includes('\0')) throw new OutboundError('too_large', url);
  return text;
}

export interface Providers {
  /** The service of a school, from its address where it has one, else as it was when the settings were saved. */
  of(driver: Described, now: Date): Promise<IdpDescription>;
  /** It has signed with a key that it did not have: whoever comes next asks its address. */
  forget(driver: Described): void;
}

/** Descriptions of services, each kept for an hour: half a school signs in within a minute. */
export function createProviders(outbound: Outbound, log: Log): Providers {
  const kept = new Map<string, { until: number; description: Promise<IdpDescription> }>();
  const keyOf = ({ school_id, updated_at }: Described) => `${school_id} ${updated_at}`;

  async function read(
    driver: Described,
    metadata_url: string,
    now: Date,
    until: (time: number) => void,
  ): Promise<IdpDescription> {
    try {
      const found = readMetadata(await fetchMetadata(metadata_url, outbound));
      if (found.entity_id === driver.issuer) {
        // One that ends sooner than in an hour is followed by another one at the same address.
        if (found.valid_until) until(Math.min(now.getTime() + KEPT_MS, found.valid_until.getTime()));
        return found;
      }
      log.warn({ school: driver.school_id }, 'a service describes itself as another one');
    } catch (thrown) {
      const reason = thrown instanceof OutboundError ? thrown.reason : (thrown as { problem?: string }).problem;
      log.warn({ school: driver.school_id, reason }, 'a service does not describe itself');
    }
    until(now.getTime() + AWAY_MS);
    // How long a copy is good is not known while its address is away: what was signed by its certificates still counts.
    return { ...readMetadata(driver.metadata ?? ''), valid_until: null };
  }

  return {
    async of(driver, now) {
      const { metadata, metadata_url } = driver;
      if (metadata_url === null) return readMetadata(metadata ?? '');
      const key = keyOf(driver);
      const found = kept.get(key);
      if (found && found.until > now.getTime()) return found.description;
      if (kept.size >= KEPT_MAXIMUM) kept.clear();
      const description = read(driver, metadata_url, now, (time) => {
        entry.until = time;
      });
      const entry = { until: now.getTime() + KEPT_MS, description };
      kept.set(key, entry);
      return description;
    },
    forget: (driver) => void kept.delete(keyOf(driver)),
  };
}
