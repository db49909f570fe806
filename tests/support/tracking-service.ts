import type { ServerResponse } from 'node:http';
import { type SeenRequest, startScriptedServer } from './scripted-server.ts';

interface CountedEvent {
  key: string;
  count: number;
  segmentation: Record<string, string>;
  timestamp: number;
  hour: number;
  dow: number;
}

export interface TrackedRequest {
  device_id: string;
  timestamp: number;
  events: CountedEvent[];
}

export interface TrackingService extends AsyncDisposable {
  /** What the server needs to reach it. */
  env: Record<string, string>;
  /** What was taken, in order. */
  taken: TrackedRequest[];
  /** Every request as it came over the wire. */
  seen: SeenRequest[];
  /** Answers with this status, and takes nothing, while it is not null. */
  status: number | null;
}

export const TRACKING_KEY = 'key-of-the-tracking-app';

/** What is wrong with the items of a bulk request; the published description skips items without a device. */
function problemOf(items: unknown): string | null {
  if (!Array.isArray(items)) return 'Invalid parameter "requests"';
  for (const { events = [] } of items as TrackedRequest[])
    for (const { key, count, segmentation } of events) {
      if (typeof key !== 'string' || key === '' || !Number.isInteger(count)) return 'Invalid event';
      if (Object.values(segmentation).some((value) => typeof value === 'object')) return 'Invalid segmentation';
    }
  return null;
}

/** A conformance peer of a tracking service on loopback, from the published description of `POST /i/bulk` of Countly. */
export async function startTrackingService(): Promise<TrackingService> {
  const taken: TrackedRequest[] = [];
  const say = (response: ServerResponse, status: number, result: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ result }));
  const server = await startScriptedServer(({ method, path, headers, body }, response) => {
    if (service.status !== null) return void say(response, service.status, 'Error');
    if (method !== 'POST' || path !== '/i/bulk') return void say(response, 404, 'Invalid path');
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    const fields = new URLSearchParams(isForm ? body : '');
    const requests = fields.get('requests');
    if (!requests) return void say(response, 400, 'Missing parameter "requests"');
    if (fields.get('app_key') !== TRACKING_KEY) return void say(response, 400, 'App does not exist');
    const items = JSON.parse(requests) as TrackedRequest[];
    const problem = problemOf(items);
    if (problem) return void say(response, 400, problem);
    taken.push(...items.filter(({ device_id }) => typeof device_id === 'string' && device_id !== ''));
    say(response, 200, 'Success');
  });
  const service: TrackingService = {
    env: {
      KREIDE_TRACKING_URL: server.url,
      KREIDE_TRACKING_KEY: TRACKING_KEY,
      KREIDE_OUTBOUND_ALLOW: `127.0.0.1 ${server.url}`,
    },
    taken,
    seen: server.seen,
    status: null,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return service;
}
