import { activationLettersApi } from '@kreide/core/features/activation-letters';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { implement, withWork } from '../../kernel/http/implement.ts';
import type { LetterParts } from '../user-import/index.ts';
import { lettersHandlers } from './handlers.ts';
import { eraseLetters } from './queries/erase.ts';
import { lettersMerge } from './queries/merge.ts';
import { pruneRuns } from './queries/runs.ts';
import { createLettersTask } from './task.ts';

export function activationLettersFeature(
  parts: Pick<FeatureParts, 'database' | 'clock' | 'mail'> & LetterParts,
): Feature {
  const task = createLettersTask(parts);
  return {
    // They judge the people of a whole school.
    implemented: withWork(
      activationLettersApi,
      ['tryLetters', 'create'],
      implement(activationLettersApi, lettersHandlers({ ...parts, task })),
    ),
    tasks: [task],
    prune: { letter_runs: (now) => pruneRuns(parts.database.kysely, now) },
    erase: eraseLetters,
    merge: lettersMerge,
  };
}
