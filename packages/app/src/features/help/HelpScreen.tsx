import { type ContactPerson, toDialled } from '@kreide/core/features/help';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Contacts.module.css';
import { contactsQuery, useContactEvents } from './contacts-queries.ts';

/** `/help/start`: whom one can turn to with a question (P-2.82, P-7.47). */
export function HelpScreen() {
  const { t } = useTranslation('help');
  const contacts = useQuery(contactsQuery(useSelf().school.id));
  useContactEvents();
  return (
    <div className={styles.screen}>
      <RowList label={t('faq.title')}>
        <LinkRow icon="help" href="/help" text={t('faq.title')} about={t('problem.faq')} />
      </RowList>
      <Loaded
        query={contacts}
        skeleton={{ type: 'list', label: t('contacts.loading') }}
        errorTitle={t('contacts.errorTitle')}
      >
        {({ persons }) =>
          persons.length === 0 ? (
            <EmptyState icon="help" title={t('contacts.emptyTitle')} text={t('contacts.noneText')} />
          ) : (
            <Card>
              <ul className={styles.list} aria-label={t('contacts.heading')}>
                {persons.map((person) => (
                  <ContactRow key={`${person.name} ${person.email} ${person.telephone}`} person={person} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}

function ContactRow({ person: { name, about, email, telephone, hours } }: { person: ContactPerson }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <b>{name}</b>
        {about && <span>{about}</span>}
        {hours && <span>{hours}</span>}
      </div>
      <div className={styles.ways}>
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {telephone && <a href={`tel:${toDialled(telephone)}`}>{telephone}</a>}
      </div>
    </li>
  );
}
