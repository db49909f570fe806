import { permissionsOf, toInstant, toLocal, toTime } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { type NotificationReceiver, type NotificationText, renameTold } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { listPeopleOf } from '../structure/index.ts';
import {
  listChangedLessons,
  listSubstitutionsById,
  listUploadSubstitutions,
  loadSnapshot,
  type PlanSnapshot,
} from '../timetable/index.ts';
import { listParentsOf, listReachable } from '../users/index.ts';
import { listUnchanged, type PlanChange, toDayChanges, toFormerLesson, toWeeklyChanges } from './plan-changes.ts';
import { type PlanReader, planWords } from './plan-words.ts';
import { toTopic } from './push-message.ts';
import { beginRun } from './queries/runs.ts';
import { languageOf } from './receivers.ts';
import type { PushOf, Teller } from './tell.ts';
import { withdrawTold } from './withdraw.ts';

/** A publication, or its undo, as the import or the planner knows it. */
export interface PublishedPlan {
  school_id: number;
  school_year_id: number;
  /** Null: published by people here. */
  upload_id: number | null;
  isUndone: boolean;
  /** Versions of the plan before and after; null: none. */
  from_version: number | null;
  to_version: number | null;
  /** Lessons that end the day before, with those that they go on as from that day on; null: they do not. */
  continued?: { from: string; lessons: [number, number | null][] };
  /** Substitutions that begin and end by it, where no upload knows them; the revision names it. */
  changes?: { added: number[]; ended: number[]; revision: number };
}

const payload = z.object({
  school_id: z.int(),
  school_year_id: z.int(),
  key: z.string(),
  added: z.array(z.int()),
  ended: z.array(z.int()),
  versions: z.nullable(z.object({ from: z.int(), to: z.int() })),
  continued: z.optional(z.object({ from: z.string(), lessons: z.array(z.tuple([z.int(), z.nullable(z.int())])) })),
});
type Payload = z.output<typeof payload>;
export type PlanTask = RegisteredTask<Payload>;

/** So many changes of the weekly plan are told one by one; more are told as a new plan. */
const WEEKLY_MAXIMUM = 3;

/**
 * Orders the notifications of a publication, in its transaction; call it after publishing and before undoing, while the
 * substitutions still say what the upload did.
 */
export async function orderPlanNotifications(db: Kysely<DB>, ordered: PlanTask, plan: PublishedPlan, now: Date) {
  const { school_id, school_year_id, upload_id, isUndone, from_version, to_version, continued, changes } = plan;
  const { time_zone } = await getSchool(db, school_id);
  const today = toLocal(now, time_zone).date;
  const none = { added: [], ended: [] };
  const of = changes ?? (upload_id === null ? none : await listUploadSubstitutions(db, school_id, upload_id, today));
  const isOther = from_version !== null && to_version !== null && from_version !== to_version;
  const versions = isOther ? { from: from_version, to: to_version } : null;
  if (of.added.length + of.ended.length === 0 && versions === null) return;
  const [added, ended] = isUndone ? [of.ended, of.added] : [of.added, of.ended];
  const what = changes ? `desk:${school_year_id}:${changes.revision}` : (upload_id ?? `version:${to_version}`);
  const key = `plan:${what}:${isUndone ? 'undone' : 'published'}`;
  await enqueue(db, ordered, { school_id, school_year_id, key, added, ended, versions, continued });
}

async function listChanges(db: Kysely<DB>, snapshot: PlanSnapshot, payload: Payload, now: Date) {
  const { school_id, added, ended, versions } = payload;
  const local = toLocal(now, snapshot.time_zone);
  const moment = { date: local.date, time: toTime(local.minutes) };
  const substitutions = await listSubstitutionsById(db, school_id, [...added, ...ended]);
  const isAdded = new Set(added);
  const all = {
    added: substitutions.filter(({ id }) => isAdded.has(id)),
    ended: substitutions.filter(({ id }) => !isAdded.has(id)),
  };
  const changes = toDayChanges(snapshot, all, moment);
  const unchanged = listUnchanged(all);
  if (versions === null) return { changes, unchanged };
  const continued = payload.continued?.lessons ?? [];
  const changed = await listChangedLessons(db, school_id, { ...versions, ended: continued.map(([id]) => id) });
  const known = new Map(changed.former.map((lesson) => [lesson.lesson_id, toFormerLesson(lesson, snapshot)]));
  const ids = [...changed.ids];
  for (const [id, later] of continued) {
    const lesson = known.get(id);
    known.delete(id);
    if (!lesson) continue;
    // One that ends is known by a number that no lesson has: its days before are not changed.
    known.set(later ?? -id, {
      ...lesson,
      dates: lesson.dates.filter((date) => date >= (payload.continued?.from ?? '')),
    });
    if (later === null) ids.push(-id);
  }
  return { changes: [...changes, ...toWeeklyChanges(snapshot, { ids, former: known }, moment)], unchanged };
}

/** The part of the changes that one person is told. */
interface Concern {
  change: PlanChange;
  /** The pupils it concerns; none for a teacher's own lesson. */
  pupils: number[];
  teacherId: number | null;
}

/** Everybody's changes: pupils and teachers their own, parents those of their children, each change once. */
async function listConcerns(db: Kysely<DB>, schoolId: number, changes: readonly PlanChange[]) {
  const sides = changes.flatMap((change) => change.sides.map((one) => ({ change, one })));
  const rows = await listPeopleOf(
    db,
    schoolId,
    sides.map(({ one }) => one),
  );
  const pupils = [...new Set(rows.flatMap(({ user_id, teacher_id }) => (teacher_id === null ? [user_id] : [])))];
  const parents = Map.groupBy(await listParentsOf(db, schoolId, pupils), ({ user_id }) => user_id);
  const concerns = new Map<number, Map<PlanChange, Concern>>();
  const add = (userId: number, change: PlanChange, pupil: number | null, teacherId: number | null) => {
    const own = concerns.get(userId) ?? new Map<PlanChange, Concern>();
    const concern = own.get(change) ?? { change, pupils: [], teacherId };
    if (pupil !== null && !concern.pupils.includes(pupil)) concern.pupils.push(pupil);
    own.set(change, concern);
    concerns.set(userId, own);
  };
  for (const { place, user_id, teacher_id } of rows) {
    const { change } = sides[place] as (typeof sides)[number];
    add(user_id, change, teacher_id === null ? user_id : null, teacher_id);
    if (teacher_id === null)
      for (const { parent_id } of parents.get(user_id) ?? []) add(parent_id, change, user_id, null);
  }
  return concerns;
}

/** Days for which a device that is off is still told of a new weekly plan. */
const WEEKLY_DAYS = 3;

/** A changed lesson is of no use to a device that comes back after it. */
function toPush({ kind, substitution }: PlanChange, snapshot: PlanSnapshot, now: Date): PushOf {
  const { date, target_date, time_ends_at, target_time_ends_at } = substitution;
  const isLater = target_date !== null && target_date > date;
  const end = isLater ? [target_date, target_time_ends_at ?? time_ends_at] : [date, time_ends_at];
  const expires_at =
    kind === 'weekly'
      ? new Date(now.getTime() + WEEKLY_DAYS * 86_400_000)
      : toInstant(end[0] as string, end[1] as string, snapshot.time_zone);
  return { kind: 'lesson', topic: toTopic('lesson', snapshot.school_id, date, time_ends_at), expires_at };
}

type PlanParts = Pick<FeatureParts, 'database' | 'clock' | 'texts'> & { tell: Teller };

/** Tells everybody whose lessons a publication changed, each change once, in their language (D-6.02). */
export function createPlanTask({ database, clock, texts, tell }: PlanParts): PlanTask {
  return task('notifications:plan', payload, async (ordered) => {
    const now = clock.now();
    const { kysely } = database;
    const { school_id } = ordered;
    const snapshot = await loadSnapshot(kysely, school_id, ordered.school_year_id);
    const { changes, unchanged } = await listChanges(kysely, snapshot, ordered, now);
    const concerns = await listConcerns(kysely, school_id, changes);
    const school = await getSchool(kysely, school_id);
    const pupils = [...concerns.values()].flatMap((own) => [...own.values()].flatMap((concern) => concern.pupils));
    const people = await listReachable(kysely, school_id, [...new Set([...concerns.keys(), ...pupils])], now);
    const names = new Map(people.map(({ id, firstname }) => [id, firstname]));
    const words = planWords(snapshot, texts);
    const written = new Map<string, number>();
    const all: NotificationText[] = [];
    const pushes: PushOf[] = [];
    const receivers: NotificationReceiver[] = [];
    const numbers = new Map(changes.map((change, number) => [change, number]));

    for (const person of people) {
      const own = [...(concerns.get(person.id)?.values() ?? [])];
      if (own.length === 0 || !permissionsOf(person, person).has('view-timetable')) continue;
      const language = languageOf(person, school);
      const readerOf = ({ pupils: ids, teacherId }: Concern): PlanReader => ({
        language,
        children: ids.flatMap((id) => (id === person.id ? [] : (names.get(id) ?? []))).sort(),
        isTeacher: teacherId !== null,
      });
      const give = (concern: Concern, key: string, make: (reader: PlanReader) => NotificationText) => {
        const reader = readerOf(concern);
        const name = `${key} ${language} ${reader.isTeacher} ${reader.children.join(',')}`;
        let text = written.get(name);
        if (text === undefined) {
          text = all.push(make(reader)) - 1;
          pushes.push(toPush(concern.change, snapshot, now));
          written.set(name, text);
        }
        const plan = concern.teacherId === null ? `users/${concern.pupils[0]}` : `teachers/${concern.teacherId}`;
        const action = `/timetable/${plan}?viewType=day&startDate=${concern.change.substitution.date}`;
        receivers.push({ user_id: person.id, text, actions: [{ type: 'LINK_INTERNAL', action }] });
      };
      const weekly = own.filter(({ change }) => change.kind === 'weekly');
      const isMany = weekly.length > WEEKLY_MAXIMUM;
      for (const concern of own) {
        if (isMany && concern.change.kind === 'weekly') continue;
        give(concern, String(numbers.get(concern.change)), (reader) => words.toText(concern.change, reader));
      }
      const first = weekly.toSorted((one, other) =>
        one.change.substitution.date < other.change.substitution.date ? -1 : 1,
      )[0];
      if (!isMany || !first) continue;
      const { date } = first.change.substitution;
      // One for all of them, with every child that it is about.
      const together = { ...first, pupils: [...new Set(weekly.flatMap((concern) => concern.pupils))] };
      give(together, `new ${weekly.length} ${date}`, (reader) => words.toSummary(weekly.length, date, reader));
    }
    await kysely.transaction().execute(async (db) => {
      if (!(await beginRun(db, school_id, ordered.key, now))) return;
      const names = unchanged.map(([former, later]) => {
        return { former: `lesson:${former}`, later: `lesson:${later}` } as const;
      });
      await renameTold(db, school_id, names);
      const told_of = changes.flatMap(({ former }) => former.map((id) => `lesson:${id}` as const));
      await withdrawTold(db, { school_id, told_of }, now);
      await tell(db, { school_id, texts: all, pushes, receivers }, now);
    });
  });
}
