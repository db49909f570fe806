import { normaliseQuery } from '@kreide/core/features/timetable';
import type { Self } from '@kreide/core/features/users';
import { toLocal } from '@kreide/core/kernel';
import type { LoaderFunctionArgs } from 'react-router';
import { preferences } from '../../kernel/preferences.ts';
import { queries } from '../../kernel/query.ts';
import { readOwner, selfQuery } from '../../kernel/session.ts';
import { readAddress } from './address.ts';
import { pageRanges } from './page-steps.ts';
import { planQuery } from './plan-query.ts';
import { toPlan, toTimetableTarget } from './target.ts';

/**
 * Asks for a plan as soon as it is known whose it is, while its page is still being drawn. What is known already is not asked
 * for again, and an answer that does not come is the page's own to ask for and to tell of.
 */
async function askAhead({ request, params }: LoaderFunctionArgs, toTarget: (self: Self) => string): Promise<void> {
  const owner = readOwner();
  if (owner === null) return;
  const self = await queries.ensureQueryData(selfQuery);
  const plan = toPlan(toTarget(self));
  if (!plan || owner !== readOwner()) return;
  const { time_zone: zone } = self.school;
  const { hasScreenReader } = preferences.getState();
  const { date: today } = toLocal(new Date(), zone);
  const { searchParams } = new URL(request.url);
  const named = readAddress(searchParams, { lessonId: params.lessonId, today, zone, hasScreenReader });
  for (const range of pageRanges(normaliseQuery(named, { today, hasScreenReader }), today))
    void queries.prefetchQuery({ ...planQuery(plan.entity, plan.id, range), staleTime: Number.POSITIVE_INFINITY });
}

/** Loader of `/timetable`; the page does not wait for it. */
export function askForOwnPlan(args: LoaderFunctionArgs): null {
  askAhead(args, toTimetableTarget).catch(() => {});
  return null;
}

/** Loader of a plan's page, which does not wait for it. */
export function askForPlan(args: LoaderFunctionArgs): null {
  const { entity, id } = args.params;
  askAhead(args, () => `/timetable/${entity}/${id}`).catch(() => {});
  return null;
}
