import { type Entity, timetableAbilitiesOf } from '@kreide/core/features/timetable';
import { ApiError, isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { PreparedAnswer } from '../../kernel/http/answers.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { isPublicRoom } from '../structure/index.ts';
import { isParentOf } from '../users/index.ts';
import { audienceOf, audienceOfOwn, toSubject } from './access.ts';
import type { Audience, Range } from './select.ts';
import type { PlanSnapshot } from './snapshot.ts';
import type { Heading, PlanStore } from './store.ts';

export const UNITS = { grades: 'grades', teachers: 'teachers', bookables: 'bookables', courses: 'courses' } as const;

/** The heading of a unit's plan; null when the school has no unit with that id. */
export function headingOf(
  snapshot: PlanSnapshot | undefined,
  entity: keyof typeof UNITS,
  id: number,
  audience: Audience,
): Heading | null {
  const unit = snapshot?.[UNITS[entity]].get(id);
  if (!unit) return null;
  const isNamed = entity !== 'teachers' || audience.kind !== 'public';
  const displayname = isNamed && unit.name && entity === 'teachers' ? unit.name : unit.shortcut;
  const description = entity === 'bookables' && audience.kind !== 'public' && snapshot?.rooms.get(id)?.description;
  return { entity, id, displayname, ...(description && { description }) };
}

/** The plan of a pupil, a teacher's account, or a parent (who has none of their own). */
async function readPerson(plans: PlanStore, schoolId: number, userId: number, range: Range, audience: Audience) {
  const person = await plans.person(schoolId, userId, range);
  if (!person) return null;
  const heading: Heading = { entity: 'users', id: userId, displayname: `${person.firstname} ${person.lastname}` };
  return plans.read(schoolId, toSubject(person), range, audience, () => heading);
}

async function isChild(db: Kysely<DB>, actor: Actor, entity: Entity, id: number): Promise<boolean> {
  return (
    entity === 'users' &&
    actor.type === 'PARENT' &&
    id !== actor.user_id &&
    isParentOf(db, actor.school_id, actor.user_id, id)
  );
}

/** Is it the plan of the actor as a teacher, by account or by teacher record? */
async function isOwnTeacher(
  plans: PlanStore,
  actor: Actor,
  { entity, id }: { entity: Entity; id: number },
  range: Range,
): Promise<boolean> {
  if (actor.type !== 'TEACHER') return false;
  if (entity === 'users') return id === actor.user_id;
  return entity === 'teachers' && (await plans.person(actor.school_id, actor.user_id, range))?.teacher_id === id;
}

/**
 * The plan of one entity as this actor may see it, whatever protocol is used; the range has been validated. Throws
 * `forbidden` or `not_found`: a person of another school does not exist here, one of the own school may be refused.
 */
export async function readPlan(
  plans: PlanStore,
  db: Kysely<DB>,
  actor: Actor,
  { entity, id }: { entity: Entity; id: number },
  range: Range,
): Promise<PreparedAnswer> {
  const isOwn = await isOwnTeacher(plans, actor, { entity, id }, range);
  const audience = isOwn ? audienceOfOwn(actor) : audienceOf(actor);
  const is_child = await isChild(db, actor, entity, id);
  const is_public = entity !== 'bookables' || (await isPublicRoom(db, actor.school_id, id));
  const can = timetableAbilitiesOf(actor, { entity, id, is_child, is_public });
  if (entity === 'users') {
    if (!isAllowed(can, 'view'))
      throw new ApiError({ code: (await plans.person(actor.school_id, id, range)) ? 'forbidden' : 'not_found' });
    const own = await readPerson(plans, actor.school_id, id, range, audience);
    if (!own) throw new ApiError({ code: 'not_found' });
    return own;
  }
  if (!isAllowed(can, 'view')) throw new ApiError({ code: 'forbidden' });
  const answer = await plans.read(actor.school_id, { entity, id }, range, audience, (snapshot) =>
    headingOf(snapshot, entity, id, audience),
  );
  if (!answer) throw new ApiError({ code: 'not_found' });
  return answer;
}
