import {
  applyLinks,
  LINK_RESTORE_HOURS,
  LINKS_MAXIMUM,
  type LinkDraft,
  linkEvents,
  linkProblems,
  linksApi,
  type SharedLink,
  toLink,
  toLinkAddress,
} from '@kreide/core/features/links';
import type { Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import {
  changeLink,
  findDeletedLink,
  findLink,
  insertLink,
  type LinkValues,
  listLinks,
  lockLinks,
  markLinkDeleted,
  placeLinks,
} from './queries.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A draft as it is stored; 422 with its problems in words. */
function toValues(draft: LinkDraft, t: Translate): LinkValues {
  refuseIssues(
    linkProblems(draft).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`links:rules.${rule}`, params),
    })),
  );
  return { title: draft.title.trim(), address: toLinkAddress(draft.address), about: draft.about.trim() };
}

/** What the log says of a link. */
const toRecord = ({ title, address, about }: LinkValues) => ({ title, address, about });

/** The links of a school: everybody reads them, administrators change them [P-7.95] [P-7.96] [P-7.97] [P-7.98]. */
export function linkHandlers() {
  /** Tells everybody of the school which links there are now. */
  async function tell(trx: Kysely<DB>, { actor, emit }: Pick<HandlerContext, 'actor' | 'emit'>): Promise<SharedLink[]> {
    const { school_id } = actor as NonNullable<typeof actor>;
    const links = await listLinks(trx, school_id);
    await emit(linkEvents.changed, { school: school_id }, links);
    return links;
  }

  return implement(linksApi, {
    async list({ actor, db }) {
      return { data: applyLinks(await listLinks(db, actor.school_id), actor) };
    },

    async create(call) {
      const { actor, body, now, t, write, record, fail } = call;
      const values = toValues(body, t);
      const trx = await write();
      await lockLinks(trx, actor.school_id);
      if ((await listLinks(trx, actor.school_id)).length >= LINKS_MAXIMUM) return fail('links_full');
      const link = await insertLink(trx, actor.school_id, values, now);
      record({ entity: 'school_links', id: link.id, after: toRecord(link) });
      await tell(trx, call);
      return { data: toLink(link, actor) };
    },

    async update(call) {
      const { actor, params, body, db, now, t, write, record, fail } = call;
      if (!(await findLink(db, actor.school_id, params.id))) return fail('not_found');
      const values = toValues(body, t);
      const trx = await write();
      await lockLinks(trx, actor.school_id);
      const before = (await findLink(trx, actor.school_id, params.id)) ?? fail('not_found');
      if (before.updated_at !== body.updated_at) return fail('conflict');
      const link = await changeLink(trx, actor.school_id, params.id, values, now);
      record({ entity: 'school_links', id: link.id, before: toRecord(before), after: toRecord(link) });
      await tell(trx, call);
      return { data: toLink(link, actor) };
    },

    async remove(call) {
      const { actor, params, now, write, record, fail } = call;
      const trx = await write();
      await lockLinks(trx, actor.school_id);
      const link = (await findLink(trx, actor.school_id, params.id)) ?? fail('not_found');
      await markLinkDeleted(trx, actor.school_id, link.id, now);
      record({ entity: 'school_links', id: link.id, before: toRecord(link) });
      await tell(trx, call);
    },

    async restore(call) {
      const { actor, params, now, write, record, fail } = call;
      const since = new Date(now.getTime() - LINK_RESTORE_HOURS * HOUR_MS);
      const trx = await write();
      await lockLinks(trx, actor.school_id);
      const link = (await findDeletedLink(trx, actor.school_id, params.id, since)) ?? fail('not_found');
      if ((await listLinks(trx, actor.school_id)).length >= LINKS_MAXIMUM) return fail('links_full');
      await markLinkDeleted(trx, actor.school_id, link.id, null);
      record({ entity: 'school_links', id: link.id, after: toRecord(link) });
      await tell(trx, call);
      return { data: toLink(link, actor) };
    },

    async reorder(call) {
      const { actor, body, write, record, fail } = call;
      const trx = await write();
      await lockLinks(trx, actor.school_id);
      const before = await listLinks(trx, actor.school_id);
      const ids = new Set(body.ids);
      const isWhole =
        ids.size === body.ids.length && ids.size === before.length && before.every(({ id }) => ids.has(id));
      if (!isWhole) return fail('conflict');
      await placeLinks(trx, actor.school_id, body.ids);
      const links = await tell(trx, call);
      const toTitles = (all: readonly SharedLink[]) => ({ order: all.map(({ title }) => title).join(', ') });
      record({ entity: 'school_links', id: actor.school_id, before: toTitles(before), after: toTitles(links) });
      return { data: applyLinks(links, actor) };
    },
  });
}
