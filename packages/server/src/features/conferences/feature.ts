import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { repeat } from '../../kernel/jobs/index.ts';
import { createCloseTask } from './close.ts';
import { driverFor } from './drivers/index.ts';
import { conferencesHandlers } from './handlers.ts';
import { hasRelay } from './ice.ts';
import { conferencesMerge } from './queries/merge.ts';
import { conferencesData } from './queries/personal-data.ts';
import { deleteConferences, eraseParticipant } from './queries.ts';
import { mountRooms } from './route.ts';
import { createWatchTask } from './watch.ts';

type Needed = 'database' | 'clock' | 'log' | 'secret' | 'appUrl' | 'conferences' | 'fileKey';

/** How long it is kept who was in a conference and how they found it, days. */
const KEPT_DAYS = 90;

export function conferencesFeature(parts: Pick<FeatureParts, Needed>): Feature {
  const { database, clock, log, secret, appUrl, fileKey, conferences: settings } = parts;
  const { kysely } = database;
  const driver = driverFor(settings.server);
  if (!hasRelay(settings))
    log.info('conferences reach people in the same network only: KREIDE_ICE_SERVERS names no TURN server');
  const watch = createWatchTask({ kysely, driver, log });
  const close = createCloseTask(kysely, driver);
  return {
    implemented: conferencesHandlers({ appUrl, fileKey, settings, close }),
    tasks: [watch, close],
    schedule: [repeat(watch, '*/2 * * * *', {})],
    prune: { conferences: (now) => deleteConferences(kysely, new Date(now.getTime() - KEPT_DAYS * 86_400_000)) },
    erase: eraseParticipant,
    merge: conferencesMerge,
    personalData: conferencesData,
    routes: (app) => mountRooms(app, { kysely, clock, log, secret, appUrl, driver }),
  };
}
