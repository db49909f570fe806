import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { FileStore } from './files/index.ts';
import type { Implemented } from './implement.ts';
import type { AnyTask, ScheduleEntry } from './jobs/index.ts';
import type { Log } from './log.ts';
import type { Texts } from './texts.ts';

/** What the server offers to every feature; each takes what it needs. */
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
  /** Is the server's public address https? */
  readonly isSecure: () => boolean;
  readonly texts: Texts;
  readonly log: Log;
}

/**
 * A cache of database content in one process. Invalidated when any process says so, and not used while notifications
 * may be lost.
 */
export interface Cache {
  /** Channel of NOTIFY; the payload is an id (of a school, a user …) as `drop` takes it. */
  readonly channel: string;
  drop(id: number): void;
  trust(value: boolean): void;
}

/**
 * A feature as a value: everything it adds to the server. The server joins all features in loops, so a new one is one
 * line in `features.ts`. `Source` is what the feature `subscriptions` puts into people's calendars.
 */
export interface Feature<Source = never> {
  /** The handlers of its endpoints. */
  readonly implemented?: readonly Implemented[];
  /** Background work and its schedule. */
  readonly tasks?: readonly AnyTask[];
  readonly schedule?: readonly ScheduleEntry[];
  /** Removes expired data, by the name used in the log; called every night, returns the number of removed records. */
  readonly prune?: Readonly<Record<string, (now: Date) => Promise<number>>>;
  readonly caches?: readonly Cache[];
  /** Routes outside the contract, with an envelope of their own. */
  readonly routes?: (app: FastifyInstance) => void;
  /** What it adds to people's calendars. */
  readonly subscriptions?: readonly Source[];
}

/** Tells every process, this one included, that what is cached under the id is out of date. */
export function tell({ database, log }: Pick<FeatureParts, 'database' | 'log'>, channel: string, id: number): void {
  database.notify(channel, String(id)).catch((err) => log.warn({ err, channel }, 'the other processes were not told'));
}
