import * as z from 'zod/mini';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { enqueue, task } from '../../kernel/jobs/index.ts';
import { createLetters } from '../settings/index.ts';
import type { PersonalSource } from './collect.ts';
import { personalDataHandlers } from './handlers.ts';
import { createMakeTask, pruneArchives } from './make-task.ts';
import { archiveData, eraseArchives } from './queries/archives.ts';
import { personalDataMerge } from './queries/merge.ts';
import { applyRetention, createAccountsRetain, type ErasePerson } from './retain.ts';

type Needed = 'database' | 'clock' | 'store' | 'texts' | 'brandOf' | 'appUrl' | 'mail';
interface Sources {
  /** Every feature, and what else stores something about people. */
  readonly sources: () => readonly (PersonalSource & Pick<Feature, 'retain'>)[];
  /** Erases somebody in every feature. */
  readonly erase: ErasePerson;
}

export function personalDataFeature(parts: Pick<FeatureParts, Needed> & Sources): Feature {
  const make = createMakeTask({ ...parts, send: createLetters(parts) });
  const remove = task(
    'personal-data:remove',
    z.object({}),
    async (_, { now }) => void (await pruneArchives(parts, now())),
  );
  return {
    implemented: personalDataHandlers({ store: parts.store, make }),
    tasks: [make, remove],
    retain: createAccountsRetain(parts.erase, parts.clock),
    prune: {
      archives: (now) => pruneArchives(parts, now),
      kept: (now) => applyRetention(parts, parts.sources(), now),
    },
    merge: personalDataMerge,
    personalData: archiveData,
    async erase(db, person) {
      await eraseArchives(db, person);
      // The content goes at once, not only at night.
      await enqueue(db, remove, {}, { key: 'personal-data:remove' });
    },
  };
}
