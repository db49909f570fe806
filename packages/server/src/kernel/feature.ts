import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { FileStore } from './files/index.ts';
import type { Implemented } from './implement.ts';
import type { AnyTask, ScheduleEntry } from './jobs/index.ts';
import type { Log } from './log.ts';
import type { Texts } from './texts.ts';

/** What the server gives to every feature; each takes what it needs. */
export interface FeatureParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly store: FileStore;
  /** Signs the addresses of files. */
  readonly fileKey: Uint8Array;
  readonly appUrl: () => string;
  /** Other origins whose pages may call with a session. */
  readonly appOrigins: readonly string[];
  /** Do people reach the server by https? */
  readonly isSecure: () => boolean;
  readonly texts: Texts;
  readonly log: Log;
}

/** Something that a process remembers of the database. It is dropped when any process says so, and not trusted while nothing can be heard. */
export interface Cache {
  /** Channel of NOTIFY; the payload is an id: of a school, a user … as `drop` takes it. */
  readonly channel: string;
  drop(id: number): void;
  trust(value: boolean): void;
}

/**
 * A feature as a value: whatever it adds to the server. The server joins all features by loops, so that a new one is one line in
 * `features.ts`. `Source` is what the feature `subscriptions` puts into people's calendars.
 */
export interface Feature<Source = never> {
  /** What answers the endpoints of its contract. */
  readonly implemented?: readonly Implemented[];
  /** Work outside of requests, and when it comes by the clock. */
  readonly tasks?: readonly AnyTask[];
  readonly schedule?: readonly ScheduleEntry[];
  /** Removes what is over, by the name that the log gives it; called every night, answers how many went. */
  readonly prune?: Readonly<Record<string, (now: Date) => Promise<number>>>;
  readonly caches?: readonly Cache[];
  /** Doors with an envelope of their own beside the contract's. */
  readonly routes?: (app: FastifyInstance) => void;
  /** What it puts into people's calendars. */
  readonly subscriptions?: readonly Source[];
}

/** Tells every process, this one included, that what is remembered under the id is no longer true. */
export function tell({ database, log }: Pick<FeatureParts, 'database' | 'log'>, channel: string, id: number): void {
  database.notify(channel, String(id)).catch((err) => log.warn({ err, channel }, 'the other processes were not told'));
}
