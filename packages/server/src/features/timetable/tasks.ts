import { type LessonTask, taskAbilitiesOf, type timetableApi } from '@kreide/core/features/timetable';
import { isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { listPeopleOf } from '../structure/index.ts';
import { childrenOf, namesOf } from '../users/index.ts';
import { audienceOf } from './access.ts';
import { findTask, lockTask, saveTask, type TaskKey } from './queries/tasks.ts';
import { isVisible } from './select.ts';
import type { PlanLesson, PlanSnapshot } from './snapshot.ts';
import type { PlanStore } from './store.ts';

/** Who gives this lesson that day instead, as far as the caller may know. */
function substitutesOf(snapshot: PlanSnapshot, { lesson_id, date }: TaskKey, actor: Actor): number[] {
  return snapshot.substitutions
    .filter((one) => isVisible(one, audienceOf(actor)) && one.kind !== 'CANCLED')
    .filter(({ replaces }) => replaces.some((one) => one.lesson_id === lesson_id && one.lesson_date === date))
    .flatMap(({ teacher_ids }) => teacher_ids);
}

/** Does the caller take part in the lesson on the day, or a child? */
async function takesPart(
  db: Kysely<DB>,
  snapshot: PlanSnapshot,
  lesson: PlanLesson,
  date: string,
  actor: Actor,
): Promise<boolean> {
  if (actor.type !== 'STUDENT' && actor.type !== 'PARENT') return false;
  const course = lesson.course_id === null ? undefined : snapshot.courses.get(lesson.course_id);
  const is_open = !course || course.is_required || !course.has_enrolments;
  const sides = { date, course_id: lesson.course_id, is_open, grade_ids: lesson.grade_ids, teacher_ids: [] };
  const people = new Set((await listPeopleOf(db, actor.school_id, [sides])).map(({ user_id }) => user_id));
  if (actor.type === 'STUDENT') return people.has(actor.user_id);
  const children = await childrenOf(db, actor.school_id, actor.user_id, date);
  return children.some(({ id }) => people.has(id));
}

/** What teachers who are not there leave for their lessons [D-8.14]. */
export function taskHandlers(plans: PlanStore): Pick<Handlers<typeof timetableApi>, 'getTask' | 'setTask'> {
  async function open(db: Kysely<DB>, actor: Actor, key: TaskKey) {
    const snapshot = await plans.snapshotAt(actor.school_id, key.date);
    const lesson = snapshot?.lessonsById.get(key.lesson_id);
    if (!snapshot || !lesson?.dates.includes(key.date)) return null;
    const range = { begins_at: key.date, ends_at: key.date };
    const teacherId = (await plans.person(actor.school_id, actor.user_id, range))?.teacher_id ?? null;
    const isTeacher = teacherId !== null && lesson.teacher_ids.includes(teacherId);
    return {
      isTeacher,
      isSubstitute: teacherId !== null && substitutesOf(snapshot, key, actor).includes(teacherId),
      isPupil: !isTeacher && (await takesPart(db, snapshot, lesson, key.date, actor)),
    };
  }
  async function show(
    db: Kysely<DB>,
    actor: Actor,
    key: TaskKey,
    facts: NonNullable<Awaited<ReturnType<typeof open>>>,
  ) {
    const row = await findTask(db, key);
    const can = taskAbilitiesOf(actor, { ...facts, is_for_pupils: row?.is_for_pupils ?? false });
    const { view: _, ...shown } = can;
    if (!row || !isAllowed(can, 'view'))
      return { text: '', is_for_pupils: true, by: null, updated_at: null, can: shown } satisfies LessonTask;
    const { written_by, ...task } = row;
    const names = await namesOf(db, actor.school_id, written_by === null ? [] : [written_by]);
    return { ...task, by: names.get(written_by ?? 0) ?? null, can: shown } satisfies LessonTask;
  }
  const keyOf = (actor: Actor, { lesson_id, date }: { lesson_id: number; date: string }): TaskKey => ({
    school_id: actor.school_id,
    lesson_id,
    date,
  });
  return {
    async getTask({ params, actor, db, fail }) {
      const key = keyOf(actor, params);
      const facts = (await open(db, actor, key)) ?? fail('not_found');
      return { data: await show(db, actor, key, facts) };
    },

    async setTask({ params, body, actor, db, now, write, record, fail }) {
      const key = keyOf(actor, params);
      const facts = (await open(db, actor, key)) ?? fail('not_found');
      if (!isAllowed(taskAbilitiesOf(actor, { ...facts, is_for_pupils: false }), 'update')) return fail('forbidden');
      const trx = await write();
      await lockTask(trx, key);
      const before = await findTask(trx, key);
      if ((before?.updated_at ?? null) !== body.updated_at) return fail('conflict');
      const { is_for_pupils } = body;
      const text = body.text.trim();
      // Each version has a time of its own, also within the same moment.
      const last = before ? Date.parse(before.updated_at) + 1 : 0;
      const updated_at = new Date(Math.max(now.getTime(), last)).toISOString();
      await saveTask(trx, key, { text, is_for_pupils, written_by: actor.user_id, updated_at });
      const toRecord = (one: { text: string; is_for_pupils: boolean }) => ({ ...one, date: key.date });
      record({
        entity: 'lesson_tasks',
        id: key.lesson_id,
        ...(before && { before: toRecord({ text: before.text, is_for_pupils: before.is_for_pupils }) }),
        ...(text && { after: toRecord({ text, is_for_pupils }) }),
      });
      return { data: await show(trx, actor, key, facts) };
    },
  };
}
