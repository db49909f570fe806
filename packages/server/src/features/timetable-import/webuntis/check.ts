import {
  WEBUNTIS_METHODS,
  WEBUNTIS_NEEDED,
  type WebUntisMethod,
  type WebUntisReport,
} from '@kreide/core/features/timetable-import';
import { addDays, type Translate } from '@kreide/core/kernel';
import { isRefusal, sayReason, WebUntisFailure } from './failure.ts';
import { classIdsOf, readSchoolYear, timetableParams } from './read-plan.ts';
import type { Session } from './session.ts';

/** A day of the school year at which the account should see something. */
function dayWithin(year: { begins_at: string; ends_at: string } | null, today: string): string {
  if (!year || (year.begins_at <= today && today <= year.ends_at)) return today;
  return year.begins_at;
}

/** Tries everything that reading a plan needs, and says in words what is wrong or not allowed. */
export async function checkAccount(session: Session, today: string, t: Translate): Promise<WebUntisReport> {
  const allowed = new Map<WebUntisMethod, boolean>();
  let classes: string[] = [];
  let failure: WebUntisFailure | null = null;
  try {
    await session.open();
    const day = dayWithin(await readSchoolYear(session, today), today);
    for (const method of WEBUNTIS_METHODS) {
      const [first] = classes;
      if (method === 'getTimetable' && first === undefined) continue;
      const week = { begins_at: day, ends_at: addDays(day, 6) };
      const range = { startDate: Number(day.replaceAll('-', '')), endDate: Number(week.ends_at.replaceAll('-', '')) };
      const params =
        method === 'getTimetable' ? timetableParams(first ?? '', week) : method === 'getSubstitutions' ? range : {};
      try {
        const result = await session.call(method, params);
        allowed.set(method, true);
        if (method === 'getKlassen') classes = classIdsOf(Array.isArray(result) ? result : []);
      } catch (thrown) {
        const isAnswered = isRefusal(thrown) || (thrown instanceof WebUntisFailure && thrown.reason === 'no_date');
        if (!isAnswered) throw thrown;
        allowed.set(method, !isRefusal(thrown));
      }
    }
    const missing = [...WEBUNTIS_NEEDED].find((method) => allowed.get(method) === false);
    if (missing) failure = new WebUntisFailure('no_right', { method: missing });
    else if (classes.length === 0) failure = new WebUntisFailure('no_plan');
  } catch (thrown) {
    failure = WebUntisFailure.from(thrown);
  } finally {
    await session.close();
  }
  return {
    reason: failure?.reason ?? null,
    message: failure && sayReason(failure.reason, failure.params, t),
    classes: classes.length,
    calls: [...allowed].map(([method, is_allowed]) => ({
      method,
      text: t(`timetable-import:webuntis.methods.${method}`),
      is_allowed,
      is_needed: WEBUNTIS_NEEDED.has(method),
    })),
  };
}
