import { DUPLICATES_PAGE, type DuplicateGroup, userImportApi } from '@kreide/core/features/user-import';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';
import { useWords } from './use-words.ts';

/** Accounts that may be one person's, side by side (T-7.108): one is left out, or they are different people. */
export function Doubles() {
  const { t } = useTranslation('user-import');
  const params = useOwnSchool();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(text, (typed) => setSearch(typed.trim().slice(0, 100)));
  const query = search === '' ? {} : { search };
  const list = useInfiniteQuery({
    ...infiniteQueryOf(userImportApi.duplicatedUsers, { params, query }, DUPLICATES_PAGE),
    staleTime: 0,
  });
  return (
    <section className={styles.people} aria-label={t('steps.doubles')}>
      <SearchField label={t('doubles.search')} value={text} onChange={setText} onSubmit={setSearch} />
      <InfiniteList
        query={list}
        idOf={({ id }) => id}
        className={styles.lines}
        label={t('steps.doubles')}
        skeleton={{ type: 'list', label: t('doubles.loading') }}
        errorTitle={t('doubles.errorTitle')}
        empty={
          <EmptyState icon="checkCircle" title={t('doubles.noneTitle')} text={t('doubles.noneText')} headingLevel={3} />
        }
      >
        {(group) => <Group group={group} />}
      </InfiniteList>
    </section>
  );
}

function Group({ group }: { group: DuplicateGroup }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { born } = useWords();
  const params = useOwnSchool();
  const { removeUser, settleUsers } = useRunActions();
  const isPending = removeUser.isPending || settleUsers.isPending;
  const error = removeUser.error ?? settleUsers.error;
  const [first] = group.users;
  if (!first) return null;
  return (
    <div className={styles.line}>
      <div className={styles.who}>
        <b>{first.name}</b>
        <span className={styles.hint}>{t(`types.${first.type}`)}</span>
        {group.is_settled && (
          <Tag look="success" icon="check">
            {t('doubles.settled')}
          </Tag>
        )}
      </div>
      <div className={styles.sides}>
        {group.users.map((user) => (
          <div key={user.id} className={styles.side}>
            <b>{user.name}</b>
            <span>{[user.class, born(user.birth_date), user.email].filter(Boolean).join(' · ')}</span>
            {user.is_waiting && <span className={styles.hint}>{t('doubles.waiting')}</span>}
            {user.is_removed ? (
              <Tag look="warning">{t('doubles.removed')}</Tag>
            ) : (
              <Button
                aria-label={t('doubles.removeOf', { number: user.id, name: user.name })}
                isPending={isPending}
                onPress={() => removeUser.mutate({ params: { ...params, userId: String(user.id) } })}
              >
                {t('doubles.remove')}
              </Button>
            )}
          </div>
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          aria-label={t('doubles.apartOf', { name: first.name })}
          isPending={isPending}
          onPress={() => settleUsers.mutate({ params, body: { user_ids: group.users.map(({ id }) => id) } })}
        >
          {t('doubles.apart')}
        </Button>
      </div>
      <Problem text={error && toReason(t, error)} />
    </div>
  );
}
