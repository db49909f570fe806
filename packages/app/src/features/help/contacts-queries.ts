import { applyContacts, type Contacts, helpApi, helpEvents, toContacts } from '@kreide/core/features/help';
import { invalidateQueries, mutationOf, queryOf, updateQueries } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';
import { queries } from '../../kernel/query.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';

export const contactsQuery = (school: number) =>
  queryOf(helpApi.getContacts, { params: { id: `${school}` } }, { meta: KEPT });

/** The newest known list, events included: the version that a change is made from. */
export const knownContacts = (school: number): Contacts =>
  queries.getQueryData<Contacts>(contactsQuery(school).queryKey) ??
  toContacts({ persons: [], updated_at: null }, { permissions: new Set() });

export const updateContacts = mutationOf(helpApi.updateContacts, {
  messages: false,
  touches: [helpApi.getContacts],
  echo: ({ body: { persons } }) => updateQueries(helpApi.getContacts, (known) => ({ ...known, persons })),
});

/** Keeps the contact persons on screen up to date with what others change. */
export function useContactEvents(): void {
  const { permissions } = useSelf();
  useRealtime(
    helpEvents.contactsChanged,
    (shared) =>
      updateQueries(helpApi.getContacts, (known) =>
        applyContacts(known, shared, { permissions: new Set(permissions) }),
      ),
    () => void invalidateQueries(helpApi.getContacts),
  );
}
