import * as z from 'zod/mini';
import type { FeatureParts } from '../../kernel/feature.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { failTrial, findTrial } from './queries/trials.ts';

const schema = z.object({ school_id: z.int(), ordered_at: z.string() });
export type TrialTask = RegisteredTask<z.output<typeof schema>>;
export type TrialTaskParts = Pick<FeatureParts, 'database' | 'makeTrial'>;

/** Makes the invented school of an order, whole or not at all; nothing happens where nobody wants it any more. */
export function createTrialTask({ database: { kysely }, makeTrial }: TrialTaskParts): TrialTask {
  return task(
    'onboarding:trial',
    schema,
    async (order, { now, signal, log, isLastAttempt }) => {
      const isWanted = async () => {
        const row = await findTrial(kysely, order.school_id);
        return row?.state === 'making' && row.ordered_at === order.ordered_at;
      };
      if (!(await isWanted())) return;
      try {
        if (!makeTrial) throw new Error('there is nothing to make an invented school of');
        await makeTrial(order, { now: now(), signal });
      } catch (thrown) {
        // Somebody has ended it while it was made.
        if (!(await isWanted())) return;
        if (signal.aborted || !isLastAttempt) throw thrown;
        log.error({ err: thrown, school: order.school_id }, 'an invented school could not be made');
        await failTrial(kysely, order);
      }
    },
    { attempts: 2 },
  );
}
