import { usageApi } from '@kreide/core/features/usage';
import { toLocal } from '@kreide/core/kernel';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { implement } from '../../kernel/http/implement.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { isTrackable } from '../users/index.ts';
import { createForwardTask } from './forward-task.ts';

type Needed = 'database' | 'outbound' | 'secret' | 'tracking';

/** Counts how the product is used, for those who have consented: to the tracking service of the installation. */
export function usageFeature(parts: Pick<FeatureParts, Needed>): Feature {
  const { tracking } = parts;
  const forward = tracking && createForwardTask(parts, tracking);
  return {
    tasks: forward ? [forward] : [],
    implemented: implement(usageApi, {
      async count({ body, actor, db, now, write }) {
        const person = { school_id: actor.school_id, user_id: actor.user_id };
        if (!forward || !(await isTrackable(db, person))) return undefined;
        const { minutes, date } = toLocal(now, actor.time_zone);
        const hour = Math.floor(minutes / 60);
        const dow = new Date(`${date}T00:00:00Z`).getUTCDay();
        // One after the other, so that a service that was away is not stormed.
        const order = { ...person, at: now.toISOString(), hour, dow, events: body.events };
        await enqueue(await write(), forward, order, { queue: 'usage' });
        return undefined;
      },
    }),
  };
}
