import { type Lead, leadAbilitiesOf } from '@kreide/core/features/sales';
import { isSchoolType } from '@kreide/core/features/schools';
import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { Actor } from '../../kernel/http/context.ts';
import { namesOfSchools } from '../schools/index.ts';
import type { LeadRow } from './queries/leads.ts';

/** Leads as their reader sees them, each with the school that was made of it. */
export async function toLeads(db: Kysely<DB>, rows: readonly LeadRow[], actor: Actor): Promise<Lead[]> {
  const made = rows.map(({ made_school_id }) => made_school_id).filter((id) => id !== null);
  const schools = await namesOfSchools(db, made);
  return rows.map((row) => {
    const { school_id: _, made_school_id, is_edited, created_at, expires_at, removed_at, ...shown } = row;
    return {
      ...shown,
      type: isSchoolType(row.type) ? row.type : null,
      locale: isLanguage(row.locale) ? row.locale : DEFAULT_LANGUAGE,
      school: (made_school_id !== null && schools.get(made_school_id)) || null,
      can: leadAbilitiesOf(actor, row),
    };
  });
}

export async function toLead(db: Kysely<DB>, row: LeadRow, actor: Actor): Promise<Lead> {
  const [lead] = await toLeads(db, [row], actor);
  return lead as Lead;
}
