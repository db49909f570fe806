import { PEOPLE_VIEWS_MAXIMUM, type PeopleViewDraft, type usersApi } from '@kreide/core/features/users';
import type { Actor, HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { hasGrade } from '../structure/index.ts';
import { hasRole } from './queries/roles.ts';
import { deleteView, insertView, isViewNameTaken, listViewRows, saveView } from './queries/views.ts';
import { lockUser } from './queries.ts';

type Api = typeof usersApi;
type Writing = Pick<HandlerContext<Api['createView']>, 'actor' | 'write' | 't' | 'fail'> & { body: PeopleViewDraft };

const personOf = ({ school_id, user_id }: Actor) => ({ school_id, user_id });

/** The choices of the people of the school that somebody keeps for themselves. */
export function viewsHandlers() {
  /** The records that a choice names must exist, and its name must be free; nobody else writes one of theirs meanwhile. */
  async function lock({ body, actor, write, t, fail }: Writing, id: number | null) {
    const trx = await write();
    const { role_id, grade_id } = body.filters;
    if (role_id !== undefined && !(await hasRole(trx, actor.school_id, role_id))) return fail('not_found');
    if (grade_id !== undefined && !(await hasGrade(trx, actor.school_id, grade_id))) return fail('not_found');
    await lockUser(trx, actor.school_id, actor.user_id);
    const rows = await listViewRows(trx, personOf(actor));
    if (id !== null && !rows.some((row) => row.id === id)) return fail('not_found');
    const refuse = (rule: string, message: string) => refuseIssues([{ path: 'body.name', rule, params: {}, message }]);
    if (await isViewNameTaken(trx, personOf(actor), body.name, id)) refuse('taken', t('users:rules.viewTaken'));
    if (id === null && rows.length >= PEOPLE_VIEWS_MAXIMUM)
      refuse('views', t('users:rules.tooManyViews', { maximum: PEOPLE_VIEWS_MAXIMUM }));
    return trx;
  }

  return {
    async listViews({ actor, db }: HandlerContext<Api['listViews']>) {
      return { data: await listViewRows(db, personOf(actor)) };
    },

    async createView(context: HandlerContext<Api['createView']>) {
      const trx = await lock(context, null);
      return { data: await insertView(trx, personOf(context.actor), context.body) };
    },

    async updateView(context: HandlerContext<Api['updateView']>) {
      const { params, body, actor, fail } = context;
      const trx = await lock(context, params.id);
      const saved = await saveView(trx, { ...personOf(actor), id: params.id }, body);
      return saved ? { data: saved } : fail('not_found');
    },

    async removeView({ params, actor, write, fail }: HandlerContext<Api['removeView']>): Promise<undefined> {
      if (!(await deleteView(await write(), { ...personOf(actor), id: params.id }))) return fail('not_found');
    },
  };
}
