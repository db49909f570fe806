import type { ContactPerson } from '@kreide/core/features/help';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import styles from './Contacts.module.css';

interface ContactListProps {
  persons: readonly ContactPerson[];
  onEdit?: (person: ContactPerson) => void;
  onRemove?: (place: number, person: ContactPerson) => void;
  /** Places count from 0. */
  onMove?: (person: ContactPerson, from: number, to: number) => void;
}

/** The contact persons in their order, each with what can be done with it. */
export function ContactList({ persons, onEdit, onRemove, onMove }: ContactListProps) {
  const { t } = useTranslation('help');
  return (
    <ul className={styles.list} aria-label={t('contacts.list')}>
      {persons.map((person, place) => {
        const { name, about, email, telephone, hours } = person;
        return (
          <li key={`${name} ${email} ${telephone}`} className={styles.row}>
            <div className={styles.words}>
              <b>{name}</b>
              <span>{[about, email, telephone, hours].filter(Boolean).join(' · ')}</span>
            </div>
            <div className={styles.controls}>
              {onMove &&
                ([-1, 1] as const).map((step) => {
                  const to = place + step;
                  // At the end of its way a button stays where it is, so that the keyboard does not lose its place.
                  const isAtEnd = to < 0 || to >= persons.length;
                  return (
                    <IconButton
                      key={step}
                      icon={step < 0 ? 'arrowUp' : 'arrowDown'}
                      label={t(step < 0 ? 'contacts.up' : 'contacts.down', { name })}
                      aria-disabled={isAtEnd}
                      onPress={() => {
                        if (!isAtEnd) onMove(person, place, to);
                      }}
                    />
                  );
                })}
              {onEdit && <IconButton icon="edit" label={t('contacts.edit', { name })} onPress={() => onEdit(person)} />}
              {onRemove && (
                <IconButton
                  icon="trash"
                  label={t('contacts.remove', { name })}
                  onPress={() => onRemove(place, person)}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
