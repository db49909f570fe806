import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { contentMoveHandlers } from './handlers.ts';
import { moveTask, resumeMoves } from './moving.ts';
import { contentMoveMerge } from './queries/merge.ts';
import { eraseMover, moveData, pruneMoves } from './queries/moves.ts';

export function contentMoveFeature({
  database,
  clock,
  quotas,
}: Pick<FeatureParts, 'database' | 'clock' | 'quotas'>): Feature {
  const { kysely } = database;
  const run = moveTask({ kysely, clock });
  const { look, schedule } = resumeMoves(kysely, run);
  return {
    implemented: contentMoveHandlers({ quotas, run }),
    tasks: [run, look],
    schedule: [schedule],
    prune: { content_moves: (now) => pruneMoves(kysely, now) },
    erase: eraseMover,
    merge: contentMoveMerge,
    personalData: moveData,
  };
}
