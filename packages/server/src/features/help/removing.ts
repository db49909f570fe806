import { helpEvents } from '@kreide/core/features/help';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { ErasedPerson } from '../../kernel/feature.ts';
import { appendOutbox } from '../../kernel/realtime/outbox.ts';
import { eraseContact, getContacts, lockContacts } from './queries.ts';

/** Who is erased leaves the contact persons, also where somebody looks at them or stores them at this moment. */
export async function removeContact(db: Kysely<DB>, person: ErasedPerson, now: Date): Promise<void> {
  const { school_id } = person;
  await lockContacts(db, school_id);
  if (!(await eraseContact(db, person))) return;
  const { name } = helpEvents.contactsChanged;
  const payload = await getContacts(db, school_id, now);
  await appendOutbox(db, { school_id, event: name, audience: [`school:${school_id}`], payload });
}
