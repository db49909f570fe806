import { createHmac, hkdfSync } from 'node:crypto';
import { type UsageEvent, usageEvent } from '@kreide/core/features/usage';
import * as z from 'zod/mini';
import type { TrackingSettings } from '../../kernel/config/tracking-config.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { OutboundError } from '../../kernel/outbound/index.ts';
import { isTrackable } from '../users/index.ts';

const payload = z.object({
  school_id: z.int(),
  user_id: z.int(),
  /** When the server was told. */
  at: z.string(),
  /** Hour and day of the week (0 is Sunday) at the school. */
  hour: z.int(),
  dow: z.int(),
  events: z.array(usageEvent),
});
type Counted = z.output<typeof payload>;
export type ForwardTask = RegisteredTask<Counted>;

/** Drops events that the service has not taken by then. */
const GIVEN_UP_MS = 24 * 60 * 60 * 1000;
const PATIENCE_MS = 10_000;
/** What no second try changes: the configuration is to be changed. */
const LASTING: ReadonlySet<string> = new Set([
  'address_refused',
  'invalid_address',
  'plain_refused',
  'too_many_redirects',
]);

/**
 * A device for the service: the same person within a month, and nobody who could be told from it; with the month the next
 * one begins.
 */
function createDevices(secret: string): (person: Counted) => string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'kreide/usage/1', 32));
  return ({ school_id, user_id, at }) =>
    createHmac('sha256', key)
      .update(`${school_id} ${user_id} ${at.slice(0, 7)}`)
      .digest('hex')
      .slice(0, 32);
}

/** An event as the service writes it: its key, how often, when, and values out of closed lists. */
const toEvent = ({ kind, ...segmentation }: UsageEvent, { at, hour, dow }: Counted) => ({
  key: kind,
  count: 1,
  segmentation,
  timestamp: Math.floor(Date.parse(at) / 1000),
  hour,
  dow,
});

/** Hands events to the tracking service (`POST /i/bulk` of Countly); drops those that it refuses for good. */
export function createForwardTask(
  { database, outbound, secret }: Pick<FeatureParts, 'database' | 'outbound' | 'secret'>,
  { url, key }: TrackingSettings,
): ForwardTask {
  const deviceOf = createDevices(secret);
  return task('usage:forward', payload, async (counted, { now, log }) => {
    if (now().getTime() - Date.parse(counted.at) > GIVEN_UP_MS) return;
    // Whoever has taken their consent back since is not counted.
    if (!(await isTrackable(database.kysely, counted))) return;
    const events = counted.events.map((event) => toEvent(event, counted));
    const requests = JSON.stringify([{ device_id: deviceOf(counted), timestamp: events[0]?.timestamp, events }]);
    const order = outbound.request({
      url: `${url}/i/bulk`,
      method: 'POST',
      maxBytes: 50_000,
      timeoutMs: PATIENCE_MS,
      maxRedirects: 0,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ app_key: key, requests }).toString(),
    });
    const { status, reason } = await order.then(
      (answer) => ({ status: answer.status, reason: null }),
      (thrown: unknown) => ({ status: null, reason: OutboundError.from(thrown).reason }),
    );
    if (reason !== null && LASTING.has(reason))
      return log.warn({ reason }, 'what is counted may not go to the tracking service');
    if (status === null) throw new Error(`no answer of the tracking service: ${reason}`);
    if (status >= 200 && status < 300) return;
    if (status === 429 || status >= 500) throw new Error(`the tracking service answered ${status}`);
    log.warn({ status }, 'the tracking service refuses what is counted: it is dropped');
  });
}
