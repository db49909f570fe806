import type { Contact } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { PickRow } from '../../ui/PickRow.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Channels.module.css';
import { contactsQuery } from './channels-queries.ts';

interface PeoplePickerProps {
  /** What pressing a person does, in a word. */
  action: string;
  /** These have been chosen already. */
  chosen?: readonly number[];
  /** They are put into this channel. */
  channelId?: string;
  isPending?: boolean;
  onPick: (person: Contact) => void;
}

/** The people whom the user may write to, to be searched and chosen one by one (C-6.07). */
export function PeoplePicker({ action, chosen = [], channelId, isPending = false, onPick }: PeoplePickerProps) {
  const { t } = useTranslation('channels');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(contactsQuery(search, channelId));
  return (
    <>
      <SearchField
        label={t('people.search')}
        {...(channelId === undefined && { description: t('people.about') })}
        value={typed}
        onChange={setTyped}
      />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('people.title')}
        skeleton={{ type: 'list', label: t('people.loading') }}
        errorTitle={t('people.errorTitle')}
        empty={<EmptyState icon="search" title={t('people.noneTitle')} text={t('people.noneText')} />}
      >
        {(person) => (
          <PickRow className={styles.plain}>
            <Avatar id={person.id} name={[person.firstname, person.lastname]} />
            <span className={styles.words}>
              <span className={styles.name}>{person.displayname}</span>
              <span className={styles.about}>{person.subtitle}</span>
            </span>
            <Button
              isDisabled={chosen.includes(person.id)}
              isPending={isPending}
              aria-label={`${action}: ${person.displayname}, ${person.subtitle}`}
              onPress={() => onPick(person)}
            >
              {action}
            </Button>
          </PickRow>
        )}
      </InfiniteList>
    </>
  );
}
