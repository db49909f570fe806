import { isSchoolType } from '@kreide/core/features/schools';
import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listTalkedTo, type TalkedTo } from '../schools/index.ts';
import type { FoundLead } from './queries/leads.ts';
import { listReferrals } from './queries/referrals.ts';

/** Rows of one step. */
const STEP = 500;

/** A school that the operator only talks to, as a lead under its uuid. */
export function toSchoolLead(school: TalkedTo): FoundLead {
  return {
    source_key: school.uuid,
    name: school.name,
    street: school.street ?? '',
    postal_code: school.postal_code ?? '',
    city: school.city ?? '',
    country: school.country,
    contact_name: school.contact_name ?? '',
    email: school.contact_email ?? '',
    phone: school.contact_phone ?? '',
    type: isSchoolType(school.type) ? school.type : null,
    locale: isLanguage(school.locale) ? school.locale : DEFAULT_LANGUAGE,
    brand: school.app_branding ?? '',
    slink: school.slink,
  };
}

type Referral = Awaited<ReturnType<typeof listReferrals>>[number];

/** Recommendations of one school by several people are one lead. */
function toReferralLead({ name, city, country }: Referral): FoundLead {
  const nobody = { contact_name: '', email: '', phone: '' };
  const source_key = `${name} ${city} ${country}`.toLowerCase().replace(/\s+/g, ' ').slice(0, 190);
  const rest = { street: '', postal_code: '', type: null, locale: DEFAULT_LANGUAGE, brand: '', slink: '' };
  return { source_key, name, city, country, ...nobody, ...rest };
}

/** The leads that this installation has itself: schools that are talked to, and those that people recommend it to. */
export async function* readOwnLeads(db: Kysely<DB>) {
  for (let behind = 0; ; ) {
    const schools = await listTalkedTo(db, behind, STEP);
    if (schools.length > 0) yield { source: 'school' as const, leads: schools.map(toSchoolLead) };
    const last = schools.at(-1);
    if (!last || schools.length < STEP) break;
    behind = last.id;
  }
  for (let behind = 0; ; ) {
    const referrals = await listReferrals(db, behind, STEP);
    if (referrals.length > 0) yield { source: 'referral' as const, leads: referrals.map(toReferralLead) };
    const last = referrals.at(-1);
    if (!last || referrals.length < STEP) break;
    behind = last.id;
  }
}
