import { slinksFor, zoneOf } from '@kreide/core/features/sales';
import { canBecome } from '@kreide/core/features/schools';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../kernel/data/audit.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { findTalkedTo, lockSchool, setState } from '../schools/index.ts';
import type { LeadRow } from './queries/leads.ts';

/** What a school is made of. */
interface NewSchool {
  name: string;
  slink: string;
  city: string;
  locale: string;
  timeZone: string;
  adminUsername: string;
  adminEmail?: string | undefined;
  state: 'onboarding';
  facts: {
    street: string;
    postal_code: string;
    country: string;
    type: string | null;
    app_branding: string;
    contact_name: string;
    contact_email: string;
    contact_phone: string;
  };
}

/** Makes a school with its first administrator, as the command does; null: another school has the short link. */
export type MakeSchool = (db: Kysely<DB>, school: NewSchool, now: Date) => Promise<{ id: number; path: string } | null>;

export interface Activated {
  school_id: number;
  /** Of the one-time link of its administrator; null: it has people already. */
  path: string | null;
}

/** A school that the operator has talked to until now is set up by its people from now on. */
async function openSchool(db: Kysely<DB>, { source_key }: LeadRow, now: Date): Promise<Activated | null> {
  const known = await findTalkedTo(db, source_key);
  if (!known) return null;
  await lockSchool(db, known.id);
  const school = await findTalkedTo(db, source_key);
  if (school && school.state === 'LEAD' && canBecome('LEAD', 'ONBOARDING', 'operator')) {
    await setState(db, school.id, 'ONBOARDING', now);
    const [before, after] = [{ state: 'LEAD' }, { state: 'ONBOARDING' }];
    const action = 'schools:audit.state';
    const change = { action, entity: 'schools', id: school.id, before, after, now } as const;
    await appendAudit(db, [{ school_id: school.id, origin: 'operator', ...change }]);
  }
  return { school_id: known.id, path: null };
}

/**
 * Makes a school of a lead that the caller has locked, in their transaction: the first short link that no other school has.
 * Null: the one that was wished is taken.
 */
export async function activateLead(
  db: Kysely<DB>,
  makeSchool: MakeSchool,
  lead: LeadRow,
  now: Date,
): Promise<Activated | null> {
  const opened = lead.source === 'school' ? await openSchool(db, lead, now) : null;
  if (opened) return opened;
  for (const slink of slinksFor(lead)) {
    const made = await makeSchool(
      db,
      {
        name: lead.name,
        slink,
        city: lead.city,
        locale: lead.locale,
        timeZone: zoneOf(lead.country),
        adminUsername: 'admin',
        adminEmail: lead.email || undefined,
        state: 'onboarding',
        facts: {
          street: lead.street,
          postal_code: lead.postal_code,
          country: lead.country,
          type: lead.type,
          app_branding: lead.brand,
          contact_name: lead.contact_name,
          contact_email: lead.email,
          contact_phone: lead.phone,
        },
      },
      now,
    );
    if (made) return { school_id: made.id, path: made.path };
  }
  return null;
}
