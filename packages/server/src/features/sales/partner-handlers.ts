import { PARTNERS_MAXIMUM, type PartnerTexts, partnerProblems, type salesApi } from '@kreide/core/features/sales';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { deletePartner, findPartner, listPartners, lockPartners, savePartner } from './queries/partners.ts';

type Api = typeof salesApi;

/** What the log says of a partner: the company, nobody there. */
const toRecord = ({ company, role }: Pick<PartnerTexts, 'company' | 'role'>) => ({ company, role });

/** The companies that look after a school beside the operator: each call is about the caller's own school (P-7.46, P-7.86). */
export function partnerHandlers() {
  return {
    async listPartners({ actor, params, db, fail }: HandlerContext<Api['listPartners']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: await listPartners(db, actor.school_id) };
    },

    async getPartner({ actor, params, db, fail }: HandlerContext<Api['getPartner']>) {
      if (params.id !== actor.school_id) return fail('not_found');
      return { data: (await findPartner(db, actor.school_id, params.partner)) ?? fail('not_found') };
    },

    async setPartner({ actor, params, body, now, t, write, record, fail }: HandlerContext<Api['setPartner']>) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const { updated_at, ...given } = body;
      const texts = Object.fromEntries(
        Object.entries(given).map(([key, text]) => [key, text.trim()]),
      ) as unknown as PartnerTexts;
      refuseIssues(
        partnerProblems(texts).map(({ field, rule, params: values }) => ({
          path: `body.${field}`,
          rule,
          params: values,
          message: t(`sales:rules.${rule}`, values),
        })),
      );
      const trx = await write();
      await lockPartners(trx, school_id);
      const before = await findPartner(trx, school_id, params.partner);
      if (before === undefined && updated_at !== null) return fail('not_found');
      if (before !== undefined && before.updated_at !== updated_at) return fail('conflict');
      const all = await listPartners(trx, school_id);
      if (before === undefined && all.length >= PARTNERS_MAXIMUM) return fail('partners_full');
      await savePartner(trx, school_id, params.partner, texts, now);
      const after = (await findPartner(trx, school_id, params.partner)) ?? fail('not_found');
      record({
        entity: 'school_partners',
        id: params.partner,
        before: before ? toRecord(before) : null,
        after: toRecord(after),
      });
      return { data: after };
    },

    async removePartner({ actor, params, write, record, fail }: HandlerContext<Api['removePartner']>) {
      const { school_id } = actor;
      if (params.id !== school_id) return fail('not_found');
      const trx = await write();
      await lockPartners(trx, school_id);
      const before = (await findPartner(trx, school_id, params.partner)) ?? fail('not_found');
      await deletePartner(trx, school_id, params.partner);
      record({ entity: 'school_partners', id: params.partner, before: toRecord(before) });
      return undefined;
    },
  };
}
