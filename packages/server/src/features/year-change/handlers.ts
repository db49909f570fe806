import { foldWords } from '@kreide/core/features/user-import';
import { CHANGE_PAGE, type YearChange, yearChangeApi } from '@kreide/core/features/year-change';
import { ApiError } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { toJsonText } from '../../kernel/data/json.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { getSchool, lockSchool } from '../schools/index.ts';
import { gradesOf, listYears } from '../structure/index.ts';
import { applyChange } from './apply.ts';
import { planYearChange } from './planning.ts';
import { getDraft, newestChange, saveDraft, setRepeater } from './queries/changes.ts';
import { previewRevert, revertNewest } from './reverting.ts';
import { toChangeLine, toDone, toReasons, toYearChange } from './shown.ts';

interface Hearers {
  /** Called after people came into other grades and the year was switched. */
  readonly planChanged: (schoolId: number) => void;
}

function requireOwn(params: { id: number }, actor: Actor): void {
  if (params.id !== actor.school_id) throw new ApiError({ code: 'not_found' });
}

async function show(db: Kysely<DB>, actor: Actor, now: Date): Promise<YearChange> {
  const last = await newestChange(db, actor.school_id);
  const done = last ? toDone(last, await listYears(db, actor.school_id), actor, now) : null;
  return toYearChange(await planYearChange(db, actor.school_id, now), done, actor);
}

export function yearChangeHandlers({ planChanged }: Hearers) {
  return implement(yearChangeApi, {
    async get({ params, actor, db, now }) {
      requireOwn(params, actor);
      return { data: await show(db, actor, now) };
    },

    async listPeople({ params, query, actor, db, now }) {
      requireOwn(params, actor);
      const planned = await planYearChange(db, actor.school_id, now);
      const words = foldWords(query.search ?? '');
      const { list } = query;
      const isWanted = ({ user_id, kind, name }: (typeof planned.plan.people)[number]) =>
        (list === undefined || (list === 'duplicate' ? planned.duplicates.has(user_id) : kind === list)) &&
        (words.length === 0 || words.every((word) => foldWords(name).join(' ').includes(word)));
      const first = ((query.page ?? 1) - 1) * CHANGE_PAGE;
      // One more where there is another page.
      const people = planned.plan.people.filter(isWanted).slice(first, first + CHANGE_PAGE + 1);
      return { data: people.map((move) => toChangeLine(move, planned)) };
    },

    async update({ params, body, actor, write, record, now, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const { school_id } = actor;
      await lockSchool(trx, school_id);
      const known = new Set((await gradesOf(trx, school_id).execute()).map(({ id }) => id));
      if (!body.targets.every(({ grade_id }) => known.has(grade_id))) return fail('not_found');
      const { active_school_year_id } = await getSchool(trx, school_id);
      if (active_school_year_id === null) return fail('not_found');
      const former = await getDraft(trx, school_id);
      // The last word about a grade counts.
      const targets = [...new Map(body.targets.map((target) => [target.grade_id, target])).values()];
      const { grace_days, revert_days } = body;
      await saveDraft(trx, {
        school_id,
        from_year_id: active_school_year_id,
        targets: toJsonText(targets),
        grace_days,
        revert_days,
      });
      record({
        entity: 'year_change_drafts',
        id: school_id,
        before: {
          grace_days: former?.grace_days ?? null,
          revert_days: former?.revert_days ?? null,
          grades: former?.targets.length ?? 0,
        },
        after: { grace_days, revert_days, grades: targets.length },
      });
      return { data: await show(trx, actor, now) };
    },

    async repeat({ params, body, actor, write, record, now, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const { school_id } = actor;
      await lockSchool(trx, school_id);
      const isMeant = ({ user_id }: { user_id: number }) => user_id === params.userId;
      const former = await planYearChange(trx, school_id, now);
      if (former.from === null || !former.plan.people.some(isMeant)) return fail('not_found');
      await setRepeater(trx, { school_id, user_id: params.userId }, body.repeats ? former.from.id : null);
      record({
        entity: 'users',
        id: params.userId,
        before: { repeats: former.repeaters.has(params.userId) },
        after: { repeats: body.repeats },
      });
      const planned = await planYearChange(trx, school_id, now);
      const move = planned.plan.people.find(isMeant);
      return move ? { data: toChangeLine(move, planned) } : fail('not_found');
    },

    async apply({ body, actor, write, record, afterCommit, now, fail }) {
      const trx = await write();
      const { school_id } = actor;
      // One after the other: a second call finds the year switched.
      await lockSchool(trx, school_id);
      const planned = await planYearChange(trx, school_id, now);
      const { from, to, is_ready, revision } = planned;
      if (!is_ready || from === null || to === null) return fail('year_not_ready');
      if (revision !== body.revision) return fail('people_changed');
      const change = await applyChange(trx, { ...planned, from, to }, { school_id, by: actor.user_id, now });
      record({
        entity: 'year_changes',
        id: change.id,
        before: { school_year: from.name },
        after: { school_year: to.name, ...change.counts },
      });
      afterCommit(() => planChanged(school_id));
      return { data: toDone(change, await listYears(trx, school_id), actor, now) };
    },

    async previewRevert({ params, actor, db, now, t }) {
      requireOwn(params, actor);
      return { data: await previewRevert(db, { id: params.changeId, actor, now }, t) };
    },

    async revert({ params, actor, write, record, afterCommit, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const { school_id } = actor;
      const ended = await revertNewest(trx, { id: params.changeId, actor, now });
      if ('people' in ended) return fail('changed_since', { issues: await toReasons(trx, school_id, ended, t) });
      const years = await listYears(trx, school_id);
      const done = toDone(ended, years, actor, now);
      record({
        entity: 'year_changes',
        id: ended.id,
        before: { school_year: done.to },
        after: { school_year: done.from },
      });
      afterCommit(() => planChanged(school_id));
      return { data: done };
    },
  });
}
