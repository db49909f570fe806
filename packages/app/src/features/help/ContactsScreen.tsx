import { CONTACTS_MAXIMUM, type ContactPerson, movePlace } from '@kreide/core/features/help';
import { type ApiError, isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { ContactList } from './ContactList.tsx';
import styles from './Contacts.module.css';
import { contactsQuery, knownContacts, updateContacts, useContactEvents } from './contacts-queries.ts';
import { SupportSwitch } from './SupportSwitch.tsx';

/** `/management/:schoolUuid/contact-persons`: whom people can turn to, to add, change, move and remove (P-7.47). */
export function ContactsScreen() {
  const { t } = useTranslation(['help', 'errors']);
  const { school, permissions } = useSelf();
  const isManager = permissions.includes('edit-school');
  const contacts = useQuery({ ...contactsQuery(school.id), enabled: isManager });
  const [opened, setOpened] = useState<ContactPerson | 'new' | null>(null);
  const [said, setSaid] = useState('');
  useContactEvents();
  const update = useMutation(updateContacts);
  if (!isManager) return <EmptyState icon="lock" title={t('contacts.refusedTitle')} text={t('contacts.refusedText')} />;

  const fail = (error: ApiError) =>
    toasts.show(
      'error',
      error.code === 'conflict' || error.code === 'not_found'
        ? t('contacts.changed')
        : t('contacts.failed', { reason: toReason(t, error) }),
    );
  /** Stores what becomes of the list as it is known now. */
  function store(change: (persons: ContactPerson[]) => ContactPerson[], onSuccess?: () => void) {
    const { persons, updated_at } = knownContacts(school.id);
    const body = { persons: change(persons), updated_at };
    update.mutate({ params: { id: `${school.id}` }, body }, { onError: fail, ...(onSuccess && { onSuccess }) });
  }

  function takeAway(place: number, person: ContactPerson) {
    const { name } = person;
    const bringBack = () =>
      store(
        (persons) => [...persons.slice(0, place), person, ...persons.slice(place)],
        () => toasts.show('success', t('contacts.restored', { name })),
      );
    const action = { label: t('contacts.undo'), onAction: bringBack };
    store(
      (persons) => persons.filter((_, index) => index !== place),
      () => toasts.show('success', t('contacts.removed', { name }), { action }),
    );
  }

  function move({ name }: ContactPerson, from: number, to: number, count: number) {
    setSaid(t('contacts.moved', { name, place: to + 1, count }));
    store((persons) => movePlace(persons, from, to));
  }

  return (
    <div className={styles.screen}>
      <Loaded
        query={contacts}
        skeleton={{ type: 'list', label: t('contacts.loading') }}
        errorTitle={t('contacts.errorTitle')}
      >
        {({ persons, can }) =>
          persons.length === 0 ? (
            <EmptyState icon="user" title={t('contacts.emptyTitle')} text={t('contacts.emptyText')} />
          ) : (
            <Card>
              <ContactList
                persons={persons}
                {...(isAllowed(can, 'update') && {
                  onEdit: setOpened,
                  onRemove: takeAway,
                  onMove: (person, from, to) => move(person, from, to, persons.length),
                })}
              />
            </Card>
          )
        }
      </Loaded>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <div>
        <Button
          look="primary"
          icon="plus"
          isDisabled={!contacts.data || contacts.data.persons.length >= CONTACTS_MAXIMUM}
          onPress={() => setOpened('new')}
        >
          {t('contacts.add')}
        </Button>
      </div>
      <SupportSwitch />
      {opened !== null && <ContactDialog known={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
