import { CHANNEL_USERS_MAXIMUM, type Contact } from '@kreide/core/features/channels';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { readAll } from '../../kernel/read-all.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { PickRow } from '../../ui/PickRow.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
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
  /** Takes all people who were found and are not chosen yet; left out: they are chosen one by one only. */
  onPickAll?: (people: readonly Contact[]) => void;
}

/** The people whom the user may write to, to be searched and chosen one by one (C-6.07). */
export function PeoplePicker({
  action,
  chosen = [],
  channelId,
  isPending = false,
  onPick,
  onPickAll,
}: PeoplePickerProps) {
  const { t } = useTranslation('channels');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const query = useInfiniteQuery(contactsQuery(search, channelId));
  const [isReading, setReading] = useState(false);
  // Somebody may have been chosen while the last pages came.
  const latest = useRef({ chosen, onPickAll });
  latest.current = { chosen, onPickAll };
  const isLeft = query.data?.some(({ id }) => !chosen.includes(id)) || query.hasNextPage;
  async function pickAll() {
    setReading(true);
    const found = await readAll(query, CHANNEL_USERS_MAXIMUM);
    setReading(false);
    if (found === null) toasts.show('error', t('people.errorTitle'));
    else latest.current.onPickAll?.(found.filter(({ id }) => !latest.current.chosen.includes(id)));
  }
  return (
    <>
      <SearchField
        label={t('people.search')}
        {...(channelId === undefined && { description: t('people.about') })}
        value={typed}
        onChange={setTyped}
      />
      {onPickAll && search !== '' && isLeft && (
        <div>
          <Button icon="plus" isPending={isReading || isPending} onPress={() => void pickAll()}>
            {t('people.addAll')}
          </Button>
        </div>
      )}
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
