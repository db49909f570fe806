import type { Entity } from '@kreide/core/features/timetable';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { findUnit, teachersOf } from '../structure/index.ts';
import { childrenOf, getUser } from '../users/index.ts';
import { RpcError } from './protocol.ts';

/** Kinds of elements by their WebUntis numbers. */
export const ELEMENT = { klasse: 1, teacher: 2, subject: 3, room: 4, student: 5, guardian: 12, nobody: -1 } as const;

/** The signed-in person as the element with "the own plan". */
export interface Person {
  personType: number;
  personId: number;
  /** The own class, 0 for none. */
  klasseId: number;
}

/**
 * A pupil is a student, an account with a teacher record a teacher. Parents have no plan of their own: theirs is that
 * of the first child with a class, so that programs show it as "my timetable"; the others are in `getStudents`. Anybody
 * else has no element.
 */
export async function personOf(db: Kysely<DB>, actor: Actor, today: string): Promise<Person> {
  const { school_id, user_id, type } = actor;
  if (type === 'PARENT') {
    const children = await childrenOf(db, school_id, user_id, today);
    const child = children.find(({ grade_id }) => grade_id !== null) ?? children[0];
    if (child) return { personType: ELEMENT.student, personId: child.id, klasseId: child.grade_id ?? 0 };
    return { personType: ELEMENT.guardian, personId: user_id, klasseId: 0 };
  }
  const user = await getUser(db, school_id, user_id, today);
  if (user?.teacher_id) {
    const record = await teachersOf(db, school_id)
      .where('id', '=', user.teacher_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return { personType: ELEMENT.teacher, personId: user.teacher_id, klasseId: record?.grade_id ?? 0 };
  }
  if (type === 'STUDENT') return { personType: ELEMENT.student, personId: user_id, klasseId: user?.grade_id ?? 0 };
  return { personType: ELEMENT.nobody, personId: ELEMENT.nobody, klasseId: 0 };
}

export interface ElementRequest {
  type: number;
  id: number | string;
  keyType?: 'id' | 'name' | 'externalkey' | undefined;
}

const ENTITY_OF: Partial<Record<number, Entity>> = {
  [ELEMENT.klasse]: 'grades',
  [ELEMENT.teacher]: 'teachers',
  [ELEMENT.room]: 'bookables',
  [ELEMENT.student]: 'users',
  [ELEMENT.guardian]: 'users',
};

/**
 * The requested plan. Throws `no_right` for plans of subjects, which the app does not have either, and
 * `no_such_element`.
 */
export async function findEntity(
  db: Kysely<DB>,
  actor: Actor,
  { type, id, keyType = 'id' }: ElementRequest,
): Promise<{ entity: Entity; id: number }> {
  if (type === ELEMENT.subject) throw new RpcError('no_right', 'no right for timetable of subjects');
  const entity = ENTITY_OF[type];
  if (!entity) throw new RpcError('no_such_element');
  if (keyType === 'externalkey')
    throw new RpcError('invalid_params', 'Invalid params: keyType externalkey is not served');
  if (keyType === 'id') {
    const number = Number(id);
    if (!Number.isSafeInteger(number) || number <= 0) throw new RpcError('no_such_element');
    return { entity, id: number };
  }
  // Only those who may search names learn whether a name exists.
  if (!actor.permissions.has('view-timetable-all')) throw new RpcError('no_right', 'no right for timetable');
  if (entity === 'users' || entity === 'courses') throw new RpcError('no_such_element');
  const found = await findUnit(db, actor.school_id, entity, String(id));
  if (!found) throw new RpcError('no_such_element');
  return { entity, id: found.id };
}
