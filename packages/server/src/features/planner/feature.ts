import { plannerApi, VERSION_RESTORE_HOURS } from '@kreide/core/features/planner';
import type { Feature } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { type BookletParts, createBookletTask, pruneBooklets } from './booklet/task.ts';
import { plannerHandlers } from './handlers.ts';
import { createProposeTask } from './proposing/task.ts';
import type { PublishParts } from './publish.ts';
import { erasePlanner } from './queries/edits.ts';
import { plannerMerge } from './queries/merge.ts';
import { plannerData } from './queries/personal-data.ts';
import { pruneVersions } from './queries/versions.ts';
import { createRailsTask } from './rails/task.ts';

const HOUR_MS = 60 * 60 * 1000;

/** They write the plan of a whole school, or of all pupils of some classes. */
const WORK = ['createVersion', 'publish', 'enrolRails', 'withdrawRails'] as const;

/** `planChanged` is called after a publication, `planPublished` and `handedOn` in it. */
export function plannerFeature({
  database,
  clock,
  store,
  texts,
  plans,
  planChanged,
  planPublished,
  handedOn,
}: BookletParts & {
  planChanged: PublishParts['changed'];
  planPublished: PublishParts['published'];
  handedOn: PublishParts['handedOn'];
}): Feature {
  const propose = createProposeTask({ database, clock });
  const booklet = createBookletTask({ database, clock, store, texts, plans });
  const rails = createRailsTask({ database, clock });
  return {
    tasks: [propose, rails, booklet],
    implemented: withWork(
      plannerApi,
      WORK,
      plannerHandlers({ changed: planChanged, published: planPublished, handedOn }, { propose, rails, booklet, store }),
    ),
    prune: {
      planner_booklets: (now) => pruneBooklets({ database, store }, now),
      planner_versions: (now) =>
        pruneVersions(database.kysely, new Date(now.getTime() - VERSION_RESTORE_HOURS * HOUR_MS)),
    },
    erase: erasePlanner,
    merge: plannerMerge,
    personalData: plannerData,
  };
}
