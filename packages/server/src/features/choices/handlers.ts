import { randomBytes } from 'node:crypto';
import {
  allocateInSteps,
  type Choice,
  type ChoiceInput,
  choiceAbilitiesOf,
  choiceProblems,
  choiceStateOf,
  choicesApi,
  proposeClosingsInSteps,
} from '@kreide/core/features/choices';
import { ApiError, type Translate, toLocal } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { inSlices } from '../../kernel/process/slices.ts';
import { coursesNamed, gradesOf, hasUnits, listYears, selectCourses } from '../structure/index.ts';
import { lockUsers } from '../users/index.ts';
import { ownHandlers } from './own.ts';
import {
  type ChoiceRow,
  changeChoice,
  countPeople,
  deleteChoice,
  findChoice,
  insertChoice,
  listChoices,
  listChoosers,
  luckOfPeople,
  markPublished,
  movePlace,
  saveDraft,
} from './queries.ts';
import { type ChoiceParts, listWishersOfGone, tellChoosers } from './telling.ts';

type Call = Pick<HandlerContext, 'db' | 'now'> & { readonly actor: Actor };

const todayOf = ({ actor, now }: Pick<Call, 'actor' | 'now'>) => toLocal(now, actor.time_zone).date;

function checkDraft(draft: ChoiceInput, t: Translate): void {
  refuseIssues(
    choiceProblems(draft).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`choices:rules.${rule}`, params),
    })),
  );
}

/** What the log says of a choice. */
const toRecord = ({ title, opens_at, closes_at, wishes_count, who, options }: ChoiceRow) => ({
  title,
  opens_at,
  closes_at,
  wishes_count,
  who,
  options: options.map((one) => `${one.title} (${one.minimum}–${one.capacity})`).join(', '),
});

/** Choices as planners see them, with counts of today. */
async function toChoices(rows: readonly ChoiceRow[], { db, actor, now }: Call): Promise<Choice[]> {
  const counts = await countPeople(
    db,
    actor.school_id,
    rows.map(({ id }) => id),
    todayOf({ actor, now }),
  );
  const grades = new Map((await gradesOf(db, actor.school_id).execute()).map((grade) => [grade.id, grade]));
  return rows.map(({ grade_ids, drafted_at, published_at, ...row }) => {
    const state = choiceStateOf({ ...row, drafted_at, published_at }, now);
    const { view: _, ...can } = choiceAbilitiesOf(actor, { state });
    const { people_count = 0, chosen_count = 0 } = counts.get(row.id) ?? {};
    const named = grade_ids.flatMap((id) => {
      const grade = grades.get(id);
      return grade ? [{ id, shortcut: grade.shortcut, name: grade.name }] : [];
    });
    return { ...row, state, grades: named, people_count, chosen_count, can };
  });
}

async function toChoice(db: Kysely<DB>, call: Call, id: number): Promise<Choice> {
  const row = await findChoice(db, { school_id: call.actor.school_id, id });
  const [choice] = row ? await toChoices([row], { ...call, db }) : [];
  if (!choice) throw new ApiError({ code: 'not_found' });
  return choice;
}

/** What the allocation works with: those who are asked today and have wished; who has not is left to the school. */
async function problemOf(db: Kysely<DB>, call: Call, row: ChoiceRow) {
  const key = { school_id: call.actor.school_id, id: row.id };
  const asked = (await listChoosers(db, key, todayOf(call))).filter(({ is_asked }) => is_asked);
  const luck = await luckOfPeople(
    db,
    key.school_id,
    asked.map(({ user_id }) => user_id),
  );
  return asked.map(({ user_id, wishes }) => ({ user_id, wishes, luck: Math.min(luck.get(user_id) ?? 0, 10) }));
}

/** Choices for those who make them: places, moves and publication [D-8.15] [D-8.16] [D-8.17]. */
export function choicesHandlers({ planChanged, tellOfChoices, withdrawTold }: ChoiceParts) {
  return implement(choicesApi, {
    ...ownHandlers(),

    async list(call) {
      return { data: await toChoices(await listChoices(call.db, call.actor.school_id), call) };
    },

    async create(call) {
      const { actor, body, db, now, t, write, record, fail } = call;
      if (!(await hasUnits(db, actor.school_id, { grades: body.grade_ids }))) return fail('not_found');
      const input = { ...body, options: body.options.map((option) => ({ id: null, ...option })) };
      checkDraft(input, t);
      const trx = await write();
      const id = await insertChoice(trx, actor.school_id, input, {
        created_by: actor.user_id,
        seed: randomBytes(6).toString('hex'),
        updated_at: now.toISOString(),
      });
      const row = (await findChoice(trx, { school_id: actor.school_id, id })) ?? fail('not_found');
      record({ entity: 'choices', id, after: toRecord(row) });
      return { data: await toChoice(trx, call, id) };
    },

    async update(call) {
      const { actor, params, body, db, now, t, write, record, fail } = call;
      const key = { school_id: actor.school_id, id: params.id };
      if (!(await findChoice(db, key))) return fail('not_found');
      if (!(await hasUnits(db, actor.school_id, { grades: body.grade_ids }))) return fail('not_found');
      const trx = await write();
      const before = (await findChoice(trx, key, true)) ?? fail('not_found');
      const known = new Set(before.options.map(({ id }) => id));
      if (before.updated_at !== body.updated_at) return fail('conflict');
      if (body.options.some(({ id }) => id !== null && !known.has(id))) return fail('not_found');
      checkDraft(body, t);
      if (before.published_at !== null) return fail('choice_published');
      const kept = body.options.map(({ id }) => id);
      const people = await listWishersOfGone(trx, key, before, kept);
      await changeChoice(trx, key, body, now);
      const after = (await findChoice(trx, key)) ?? fail('not_found');
      const { school_id } = key;
      await tellChoosers(trx, tellOfChoices, { school_id, choice: after, about: 'gone', people }, now);
      record({ entity: 'choices', id: key.id, before: toRecord(before), after: toRecord(after) });
      return { data: await toChoice(trx, call, key.id) };
    },

    async remove({ actor, params, now, write, record, fail }) {
      const key = { school_id: actor.school_id, id: params.id };
      const trx = await write();
      const before = (await findChoice(trx, key, true)) ?? fail('not_found');
      if (before.published_at !== null) return fail('choice_published');
      await deleteChoice(trx, key);
      await withdrawTold(trx, { school_id: key.school_id, told_of: [`choice:${key.id}`] }, now);
      record({ entity: 'choices', id: key.id, before: toRecord(before) });
    },

    async listPeople(call) {
      const { actor, params, db, fail } = call;
      const key = { school_id: actor.school_id, id: params.id };
      if (!(await findChoice(db, key))) return fail('not_found');
      const people = await listChoosers(db, key, todayOf(call));
      return { data: people.map(({ is_asked: _, ...one }) => one) };
    },

    async listClosings(call) {
      const { actor, params, db, now, fail } = call;
      const row = (await findChoice(db, { school_id: actor.school_id, id: params.id })) ?? fail('not_found');
      const state = choiceStateOf(row, now);
      if (state === 'planned' || state === 'open') return fail('choice_open');
      const open = row.options.filter(({ is_closed }) => !is_closed);
      const steps = proposeClosingsInSteps(await problemOf(db, call, row), open, row.seed);
      return { data: await inSlices(steps) };
    },

    async allocate(call) {
      const { actor, params, body, db, now, write, record, fail } = call;
      const key = { school_id: actor.school_id, id: params.id };
      if (!(await findChoice(db, key))) return fail('not_found');
      const trx = await write();
      const row = (await findChoice(trx, key, true)) ?? fail('not_found');
      if (body.closed_ids.some((id) => !row.options.some((option) => option.id === id))) return fail('not_found');
      const state = choiceStateOf(row, now);
      if (state === 'published') return fail('choice_published');
      if (state === 'planned' || state === 'open') return fail('choice_open');
      const open = row.options.filter(({ id }) => !body.closed_ids.includes(id));
      const { places, cost } = await inSlices(allocateInSteps(await problemOf(trx, call, row), open, row.seed));
      await saveDraft(trx, key, { places, closed: body.closed_ids }, now);
      const closed = row.options.filter(({ id }) => body.closed_ids.includes(id)).map(({ title }) => title);
      record({ entity: 'choices', id: key.id, after: { title: row.title, cost, closed: closed.join(', ') } });
      return { data: await toChoice(trx, call, key.id) };
    },

    async move(call) {
      const { actor, params, body, db, now, write, record, fail } = call;
      const key = { school_id: actor.school_id, id: params.id };
      if (!(await findChoice(db, key))) return fail('not_found');
      const trx = await write();
      const row = (await findChoice(trx, key, true)) ?? fail('not_found');
      const [person] = await listChoosers(trx, key, todayOf(call), params.user_id);
      if (!person) return fail('not_found');
      for (const id of [body.option_id, body.former_id])
        if (id !== null && !row.options.some((option) => option.id === id)) return fail('not_found');
      const state = choiceStateOf(row, now);
      if (state === 'published') return fail('choice_published');
      if (state !== 'drafted') return fail('choice_unallocated');
      if ((person.place?.option_id ?? null) !== body.former_id) return fail('conflict');
      const target = row.options.find(({ id }) => id === body.option_id);
      const isFull = target !== undefined && (target.is_closed || target.places >= target.capacity);
      if (isFull && !body.is_over && target.id !== body.former_id) return fail('option_full');
      const rank = body.option_id === null ? -1 : person.wishes.indexOf(body.option_id);
      await movePlace(trx, key, person.user_id, { option_id: body.option_id, rank: rank < 0 ? null : rank });
      const titleOf = (wanted: number | null) => ({
        place: row.options.find(({ id }) => id === wanted)?.title ?? null,
      });
      record({
        entity: 'choice_places',
        id: person.user_id,
        before: titleOf(body.former_id),
        after: titleOf(body.option_id),
      });
      const [moved] = await listChoosers(trx, key, todayOf(call), params.user_id);
      if (!moved) return fail('not_found');
      const { is_asked: _, ...data } = moved;
      return { data };
    },

    async publish(call) {
      const { actor, params, db, now, write, record, afterCommit, fail } = call;
      const key = { school_id: actor.school_id, id: params.id };
      if (!(await findChoice(db, key))) return fail('not_found');
      const trx = await write();
      const row = (await findChoice(trx, key, true)) ?? fail('not_found');
      const state = choiceStateOf(row, now);
      if (state === 'published') return fail('choice_published');
      if (state !== 'drafted') return fail('choice_unallocated');
      const people = await listChoosers(trx, key, todayOf(call));
      const staying = people.filter(({ is_asked, place }) => is_asked && place?.option_id);
      // Whoever decides about courses of theirs at the same moment is first, or sees what is fixed.
      await lockUsers(
        trx,
        key.school_id,
        staying.map(({ user_id }) => user_id),
      );
      const taken = new Set(staying.map(({ place }) => place?.option_id));
      const options = row.options.filter(({ id }) => taken.has(id));
      const today = todayOf(call);
      const years = await listYears(trx, key.school_id);
      const year = years.find(({ begins_at, ends_at }) => begins_at <= today && today <= ends_at);
      const named = await coursesNamed(
        trx,
        { school_id: key.school_id, season_id: year?.id ?? null, grade_ids: row.grade_ids },
        options.map(({ title }) => title),
      );
      const courses = new Map(options.map(({ id, title }) => [id, named.get(title) as number]));
      const pairs = staying.map(({ user_id, place }) => ({
        user_id,
        course_id: courses.get(place?.option_id as number) as number,
      }));
      await selectCourses(trx, { school_id: key.school_id, today, now, is_fixed: true, pairs });
      await markPublished(
        trx,
        key,
        {
          courses: [...courses].map(([option_id, course_id]) => ({ option_id, course_id })),
          left: people.filter(({ is_asked }) => !is_asked).map(({ user_id }) => user_id),
        },
        now,
      );
      record({ entity: 'choices', id: key.id, after: { title: row.title, places: pairs.length } });
      const told = people.filter(({ is_asked }) => is_asked).map(({ user_id }) => user_id);
      const { school_id } = key;
      await tellChoosers(trx, tellOfChoices, { school_id, choice: row, about: 'places', people: told }, now);
      afterCommit(() => planChanged(key.school_id));
      return { data: await toChoice(trx, call, key.id) };
    },
  });
}
