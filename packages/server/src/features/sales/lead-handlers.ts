import { type LeadTexts, leadProblems, type salesApi } from '@kreide/core/features/sales';
import type { Translate } from '@kreide/core/kernel';
import type { FeatureParts } from '../../kernel/feature.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { findTalkedTo, lockSchool, namesOfSchools } from '../schools/index.ts';
import { activateLead, type MakeSchool } from './activating.ts';
import { toSchoolLead } from './own-sources.ts';
import {
  emptyLead,
  type FoundLead,
  findLead,
  findLeadByUuid,
  type LeadFacts,
  type LeadRow,
  listLeads,
  lockLead,
  markActivated,
  markVisited,
  replaceLead,
  saveLead,
} from './queries/leads.ts';
import { beginSync, findSync } from './queries/syncs.ts';
import { toLead, toLeads } from './shown.ts';
import { LeadSourceFailure, readLead } from './source.ts';
import { isSyncing, orderSync, type SyncTask, toSync } from './sync-task.ts';

type Api = typeof salesApi;
export type LeadParts = Pick<FeatureParts, 'appUrl' | 'outbound' | 'leadSource' | 'log'> & {
  makeSchool: MakeSchool;
  syncTask: SyncTask;
};

/** 422 with the problems of a lead in words. */
function refuse(texts: LeadTexts, t: Translate): void {
  refuseIssues(
    leadProblems(texts).map(({ field, rule, params }) => ({
      path: `body.${field}`,
      rule,
      params,
      message: t(`sales:rules.${rule}`, params),
    })),
  );
}

/** What the log says of a lead: nothing of a person. */
const toRecord = ({ name, city, state, brand, slink }: LeadRow) => ({ name, city, state, brand, slink });

/** The leads of a school that sells the product; everything needs the permission to sell it (T-6.03). */
export function leadHandlers({ appUrl, outbound, leadSource, log, makeSchool, syncTask }: LeadParts) {
  /** What its source says of a lead now; null: the source has nothing more to say of it. */
  async function askSource(
    { source, source_key }: LeadRow,
    { db, fail }: Pick<HandlerContext<Api['fetch']>, 'db' | 'fail'>,
  ): Promise<LeadFacts | null> {
    if (source === 'referral') return null;
    if (source === 'school') {
      const school = await findTalkedTo(db, source_key);
      return school ? factsOf(toSchoolLead(school)) : null;
    }
    if (!leadSource) return fail('lead_source_failed');
    try {
      return factsOf(await readLead({ outbound, source: leadSource }, source_key));
    } catch (thrown) {
      if (!(thrown instanceof LeadSourceFailure)) throw thrown;
      log.warn({ reason: thrown.reason, err: thrown.cause }, 'a lead was not read');
      return fail('lead_source_failed');
    }
  }

  return {
    async list({ actor, query, db }: HandlerContext<Api['list']>) {
      return { data: await toLeads(db, await listLeads(db, actor.school_id, query), actor) };
    },

    async getSync({ actor, db }: HandlerContext<Api['getSync']>) {
      return { data: await toSync(db, actor.school_id, { leadSource }) };
    },

    async sync({ actor, now, write, record, fail }: HandlerContext<Api['sync']>) {
      const { school_id } = actor;
      const trx = await write();
      // Two at once would both see none.
      await lockSchool(trx, school_id);
      if (await isSyncing(trx, await findSync(trx, school_id))) return fail('leads_syncing');
      await beginSync(trx, school_id, now);
      await orderSync(trx, syncTask, school_id);
      record({ entity: 'lead_syncs', id: school_id, after: { state: 'waiting' } });
      return { data: await toSync(trx, school_id, { leadSource }) };
    },

    async get({ actor, params, db, fail }: HandlerContext<Api['get']>) {
      const row = (await findLead(db, actor.school_id, params.id)) ?? fail('not_found');
      return { data: await toLead(db, row, actor) };
    },

    async getActivation({ actor, params, db, fail }: HandlerContext<Api['getActivation']>) {
      const row = (await findLeadByUuid(db, actor.school_id, params.uuid)) ?? fail('not_found');
      return { data: await toLead(db, row, actor) };
    },

    async update({ actor, params, body, now, t, write, record, fail }: HandlerContext<Api['update']>) {
      refuse(body, t);
      const trx = await write();
      const before = (await lockLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      if (before.state === 'activated') return fail('lead_activated');
      if (before.updated_at !== body.updated_at) return fail('conflict');
      await saveLead(trx, before, trimmed(body), now);
      const row = (await findLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      record({ entity: 'leads', id: row.id, before: toRecord(before), after: toRecord(row) });
      return { data: await toLead(trx, row, actor) };
    },

    async fetch(call: HandlerContext<Api['fetch']>) {
      const { actor, params, db, now, write, fail } = call;
      const known = (await findLead(db, actor.school_id, params.id)) ?? fail('not_found');
      if (known.state === 'activated') return fail('lead_activated');
      // Asked before the transaction, which never waits for another system.
      const facts = await askSource(known, call);
      if (!facts) return { data: await toLead(db, known, actor) };
      const trx = await write();
      const row = (await lockLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      if (row.state === 'activated') return fail('lead_activated');
      await replaceLead(trx, row, facts, now);
      const after = (await findLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      return { data: await toLead(trx, after, actor) };
    },

    async activate({ actor, params, now, write, record, fail }: HandlerContext<Api['activate']>) {
      const trx = await write();
      const lead = (await lockLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      if (lead.state === 'activated') return fail('lead_activated');
      if (lead.state === 'lost') return fail('lead_lost');
      const made = (await activateLead(trx, makeSchool, lead, now)) ?? fail('slink_taken');
      await markActivated(trx, lead, made.school_id, now);
      const row = (await findLead(trx, actor.school_id, lead.id)) ?? fail('not_found');
      const school = (await namesOfSchools(trx, [made.school_id])).get(made.school_id) ?? fail('not_found');
      record({ entity: 'leads', id: row.id, before: toRecord(lead), after: { ...toRecord(row), slink: school.slink } });
      const link = made.path === null ? null : appUrl() + made.path;
      return { data: { lead: await toLead(trx, row, actor), school, link } };
    },

    async visited({ actor, params, now, write, record, fail }: HandlerContext<Api['visited']>) {
      const trx = await write();
      const before = (await lockLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      if (before.state === 'activated') return fail('lead_activated');
      if (before.state === 'lost') return fail('lead_lost');
      await markVisited(trx, before, now);
      const row = (await findLead(trx, actor.school_id, before.id)) ?? fail('not_found');
      const toVisit = (lead: LeadRow) => ({ state: lead.state, visited_at: lead.visited_at });
      record({ entity: 'leads', id: row.id, before: toVisit(before), after: toVisit(row) });
      return { data: await toLead(trx, row, actor) };
    },

    async remove({ actor, params, now, write, record, fail }: HandlerContext<Api['remove']>) {
      const trx = await write();
      const before = (await lockLead(trx, actor.school_id, params.id)) ?? fail('not_found');
      if (before.state === 'activated') return fail('lead_activated');
      await emptyLead(trx, before, now);
      record({ entity: 'leads', id: before.id, before: { name: before.name, city: before.city, state: before.state } });
      return undefined;
    },
  };
}

const factsOf = ({ source_key: _, ...facts }: FoundLead): LeadFacts => facts;

const trimmed = <Draft extends object>(draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as Draft;
