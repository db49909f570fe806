import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { findPerson } from './queries.ts';

type Asking = Pick<HandlerContext, 'db'> & {
  params: { id: number | 'self' };
  actor: Actor;
  fail(code: 'not_found' | 'forbidden'): never;
};

/** The caller as the person of the address; everybody else's is refused. */
export async function requireSelf({
  params,
  actor,
  db,
  fail,
}: Asking): Promise<{ school_id: number; user_id: number }> {
  const { school_id, user_id } = actor;
  if (params.id === 'self' || params.id === user_id) return { school_id, user_id };
  return fail((await findPerson(db, school_id, params.id)) ? 'forbidden' : 'not_found');
}
