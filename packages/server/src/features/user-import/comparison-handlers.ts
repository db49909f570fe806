import { DUPLICATES_PAGE, findDuplicates, foldWords, type userImportApi } from '@kreide/core/features/user-import';
import { toJsonText } from '../../kernel/data/json.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { addEntities } from './entities.ts';
import { openRun, replan, requireDeciding, requireOwn } from './open-run.ts';
import { findWithheld, loadSchool, planRun, readEntities } from './planning.ts';
import { newestRun, type RunRow, updateRun } from './queries.ts';

type Keys =
  | 'keepParents'
  | 'takeNewIds'
  | 'removeUser'
  | 'settleUsers'
  | 'duplicatedUsers'
  | 'extractTimetableEntities'
  | 'publishTimetableEntities';

interface Parts {
  /** The source of a list's ids when nobody names one. */
  readonly source: string;
  /** Called after classes or teachers were added. */
  readonly planChanged: (schoolId: number) => void;
}

/** Accounts are compared with a list, or wait for one. */
const BEFORE_SAVING: readonly RunRow['state'][] = ['OPEN', 'READY'];
const sorted = (ids: Iterable<number>) => [...new Set(ids)].toSorted((one, other) => one - other);

/** Decisions about the accounts of the school, and about what the list names beside its people. */
export function comparisonHandlers({ source, planChanged }: Parts): Pick<Handlers<typeof userImportApi>, Keys> {
  return {
    async keepParents({ params, body, actor, write, record, now, t }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      await updateRun(trx, run, { keeps_parents: body.is_kept });
      record({
        entity: 'user_imports',
        id: run.id,
        before: { keeps_parents: run.keeps_parents },
        after: { keeps_parents: body.is_kept },
      });
      return replan(trx, run, now, t);
    },

    async takeNewIds({ params, body, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      const withheld = await findWithheld(trx, run, actor, now);
      const renumbered = (await planRun(trx, run, now))?.renumbered ?? [];
      const people = renumbered.filter(({ user_id }) => !withheld.has(user_id));
      if (people.length === 0) return fail('nobody_renumbered');
      const keys = new Set(people.map(({ key }) => key));
      const others = Object.entries(run.decisions).filter(([key]) => !keys.has(key));
      const taken = body.is_taken ? people.map(({ key, user_id }) => [key, user_id] as const) : [];
      await updateRun(trx, run, { decisions: toJsonText(Object.fromEntries([...others, ...taken])) });
      record({ entity: 'user_imports', id: run.id, after: { is_taken: body.is_taken, people: people.length } });
      return replan(trx, run, now, t);
    },

    async removeUser({ params, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor, BEFORE_SAVING);
      const school = await loadSchool(trx, actor.school_id, run.source, now);
      const person = school.find(({ id }) => id === params.userId);
      if (!person || person.is_archived) return fail('not_found');
      await requireDeciding(trx, run, { actor, now }, { user_ids: [person.id] });
      await updateRun(trx, run, {
        removed_ids: sorted([...run.removed_ids, person.id]),
        settled_ids: run.settled_ids.filter((id) => id !== person.id),
      });
      record({ entity: 'user_imports', id: run.id, after: { removed_user_id: person.id } });
      return replan(trx, run, now, t);
    },

    async settleUsers({ params, body, actor, write, record, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor, BEFORE_SAVING);
      const school = new Set((await loadSchool(trx, actor.school_id, run.source, now)).map(({ id }) => id));
      if (!body.user_ids.every((id) => school.has(id))) return fail('not_found');
      // Who was left out by an administrator does not come back by somebody else's word.
      await requireDeciding(trx, run, { actor, now }, { user_ids: body.user_ids });
      const named = new Set(body.user_ids);
      await updateRun(trx, run, {
        removed_ids: run.removed_ids.filter((id) => !named.has(id)),
        settled_ids: sorted([...run.settled_ids, ...named]),
      });
      record({ entity: 'user_imports', id: run.id, after: { settled_user_ids: sorted(named).join(', ') } });
      return replan(trx, run, now, t);
    },

    async duplicatedUsers({ params, query, actor, db, now }) {
      requireOwn(params, actor);
      const run = await newestRun(db, actor.school_id);
      const school = await loadSchool(db, actor.school_id, run?.source ?? source, now);
      const removed = new Set(run && BEFORE_SAVING.includes(run.state) ? run.removed_ids : []);
      const settled = new Set(run && BEFORE_SAVING.includes(run.state) ? run.settled_ids : []);
      const words = foldWords(query.search ?? '');
      const wanted = findDuplicates(school).filter(([first]) => {
        const name = foldWords(`${first?.lastname} ${first?.firstname}`).join(' ');
        return words.every((word) => name.includes(word));
      });
      const from = ((query.page ?? 1) - 1) * DUPLICATES_PAGE;
      return {
        data: wanted.slice(from, from + DUPLICATES_PAGE + 1).map((people) => ({
          id: people[0]?.id ?? 0,
          is_settled: people.filter(({ id }) => !removed.has(id) && !settled.has(id)).length < 2,
          users: people.map(({ id, lastname, firstname, type, birth_date, email, is_waiting, class: name }) => ({
            id,
            name: `${lastname}, ${firstname}`,
            type,
            class: name,
            birth_date,
            email,
            is_waiting,
            is_removed: removed.has(id),
          })),
        })),
      };
    },

    async extractTimetableEntities({ params, actor, write, record, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      const found = await readEntities(trx, run);
      if (!found) return fail('list_missing');
      record({
        entity: 'user_imports',
        id: run.id,
        after: { grades: found.grades.length, teachers: found.teachers.length },
      });
      return { data: found };
    },

    async publishTimetableEntities({ params, body, actor, write, record, afterCommit, now, t, fail }) {
      requireOwn(params, actor);
      const trx = await write();
      const run = await openRun(trx, actor);
      const found = await readEntities(trx, run);
      if (!found) return fail('list_missing');
      const wanted = { grades: new Set(body.grades), teachers: new Set(body.teachers) };
      const grades = found.grades.filter(({ shortcut }) => wanted.grades.has(shortcut));
      const teachers = found.teachers.filter(({ shortcut }) => wanted.teachers.has(shortcut));
      // Nothing but what the list names, and nothing twice.
      if (grades.length < wanted.grades.size || teachers.length < wanted.teachers.size) return fail('not_found');
      const accepted = new Set(body.accept_classes);
      if (grades.some(({ shortcut, is_doubtful }) => is_doubtful && !accepted.has(shortcut)))
        return fail('doubtful_classes');
      await addEntities(trx, run, { grades, teachers });
      record({
        entity: 'user_imports',
        id: run.id,
        after: { grades: body.grades.join(', '), teachers: body.teachers.join(', ') },
      });
      afterCommit(() => planChanged(actor.school_id));
      return replan(trx, run, now, t);
    },
  };
}
