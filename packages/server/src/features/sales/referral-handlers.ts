import { REFERRALS_PER_DAY, type salesApi } from '@kreide/core/features/sales';
import { ApiError } from '@kreide/core/kernel';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { lockUser } from '../users/index.ts';
import { addReferral, countReferrals } from './queries/referrals.ts';

type Api = typeof salesApi;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Somebody recommends the product to another school (P-7.64). Nobody is mailed and no person there is named: whoever is
 * recommended has consented to nothing. A brake per person keeps the list of leads from being filled.
 */
export function referralHandlers() {
  return {
    async refer({ actor, params, body, now, write, record, fail }: HandlerContext<Api['refer']>) {
      if (params.id !== actor.user_id) return fail('not_found');
      if (actor.type === 'STUDENT') return fail('forbidden');
      const trx = await write();
      // Those sent at once do not pass the limit together.
      await lockUser(trx, actor.school_id, actor.user_id);
      if ((await countReferrals(trx, actor, now)) >= REFERRALS_PER_DAY)
        throw new ApiError({ code: 'too_many', retry_after: DAY_SECONDS, params: { seconds: DAY_SECONDS } });
      const id = await addReferral(trx, actor, body, now);
      record({ entity: 'referrals', id, after: { name: body.name, city: body.city } });
      return { data: { name: body.name, city: body.city, created_at: now.toISOString() } };
    },
  };
}
