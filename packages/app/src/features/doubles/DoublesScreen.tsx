import type { Double } from '@kreide/core/features/doubles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { toNames } from '../../ui/names.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { ApartButton } from './ApartButton.tsx';
import styles from './Doubles.module.css';
import { doublesQuery } from './doubles-queries.ts';
import { useSaid } from './use-said.ts';

/** Accounts of the school that may be one person's, pair by pair. */
export function DoublesScreen() {
  const { t } = useTranslation('doubles');
  const [query, setQuery] = useSearchParams();
  const isApart = query.get('list') === 'apart';
  const list = useInfiniteQuery(doublesQuery(isApart));
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <p className={styles.hint}>{t(isApart ? 'list.apartIntro' : 'list.intro')}</p>
        <LinkButton icon="user" href="/users">
          {t('list.byHand')}
        </LinkButton>
      </div>
      <SegmentedControl
        label={t('list.which')}
        segments={[
          { key: 'open', label: t('list.open') },
          { key: 'apart', label: t('list.apart') },
        ]}
        value={isApart ? 'apart' : 'open'}
        onChange={(key) => setQuery(key === 'apart' ? { list: key } : {}, { replace: true })}
      />
      <InfiniteList
        key={`${isApart}`}
        query={list}
        idOf={({ id }) => id}
        className={styles.pairs}
        label={t('list.title')}
        skeleton={{ type: 'list', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={
          isApart ? (
            <EmptyState icon="group" title={t('list.apartEmptyTitle')} text={t('list.apartEmptyText')} />
          ) : (
            <EmptyState icon="checkCircle" title={t('list.emptyTitle')} text={t('list.emptyText')} />
          )
        }
      >
        {(pair) => <Pair pair={pair} isApart={isApart} />}
      </InfiniteList>
    </div>
  );
}

function Pair({ pair: { people, reasons }, isApart }: { pair: Double; isApart: boolean }) {
  const { t } = useTranslation('doubles');
  const { school } = useSelf();
  const { detail } = useSaid();
  const [one, other] = people;
  // Who has the same birth date has the same name too.
  const said = reasons.filter((reason) => reason !== 'name' || !reasons.includes('born'));
  return (
    <div className={styles.pair}>
      <div className={styles.sides}>
        {people.map((person) => (
          <div key={person.id} className={styles.person}>
            <Avatar id={person.id} name={toNames(person.displayname)} />
            <span className={styles.words}>
              <b>{person.displayname}</b>
              <span>{detail(person)}</span>
            </span>
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <span className={styles.tags}>
          {said.map((reason) => (
            <Tag key={reason} look={reason === 'name' ? 'plain' : 'info'}>
              {t(`reasons.${reason}`)}
            </Tag>
          ))}
        </span>
        <span className={styles.tags}>
          <ApartButton people={people} isApart={isApart} />
          <LinkButton
            look="quiet"
            icon="arrowRight"
            href={`/management/${school.uuid}/doubles/${one.id}/${other.id}`}
            aria-label={t('list.compareOf', { one: one.username, other: other.username })}
          >
            {t('list.compare')}
          </LinkButton>
        </span>
      </div>
    </div>
  );
}
