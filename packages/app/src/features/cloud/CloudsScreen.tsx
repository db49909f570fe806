import { hueOf } from '@kreide/core/features/channels';
import type { Cloud } from '@kreide/core/features/cloud';
import { isAllowed, writeAgo, writeSize } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Cloud.module.css';
import { cloudsQuery } from './cloud-queries.ts';
import { UsageBar } from './UsageBar.tsx';

/** `/cloud`: the files of one’s channels, those with the newest first (C-2.26). */
export function CloudsScreen() {
  return <Clouds toAddress={({ id }) => `/cloud/files/${id}`} />;
}

/** `/cloud/lite`: the same of groups alone, without conversations (C-2.27). */
export function LiteCloudsScreen() {
  return <Clouds toAddress={({ id }) => `/cloud/files/${id}`} isShown={({ meta }) => meta.type !== 'CHAT'} />;
}

interface CloudsProps {
  toAddress: (cloud: Cloud) => string;
  isShown?: (cloud: Cloud) => boolean;
}

/** The clouds that somebody can open, or choose from. */
export function Clouds({ toAddress, isShown = () => true }: CloudsProps) {
  const { t } = useTranslation('cloud');
  const { search: address, change } = useAddressFilters(['search']);
  const search = (address.get('search') ?? '').slice(0, 100);
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const query = useInfiniteQuery(cloudsQuery(search));
  const shown = { ...query, data: query.data?.filter(isShown) };
  return (
    <div className={styles.screen}>
      <search aria-label={t('overview.search')}>
        <SearchField label={t('overview.search')} value={typed} onChange={setTyped} />
      </search>
      <InfiniteList
        query={shown}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('overview.label')}
        skeleton={{ type: 'list', label: t('overview.loading') }}
        errorTitle={t('overview.errorTitle')}
        empty={
          search === '' ? (
            <EmptyState icon="list" title={t('overview.emptyTitle')} text={t('overview.emptyText')} />
          ) : (
            <EmptyState icon="search" title={t('overview.noneTitle')} text={t('overview.noneText')} />
          )
        }
      >
        {(cloud) => <CloudRow cloud={cloud} href={toAddress(cloud)} />}
      </InfiniteList>
      <UsageBar />
    </div>
  );
}

function CloudRow({ cloud, href }: { cloud: Cloud; href: string }) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const { id, meta, size, files_count, activity_at, can } = cloud;
  const [first = '', ...rest] = meta.displayname.split(' ');
  const filled = [t('overview.files', { count: files_count }), ...(size > 0 ? [writeSize(language, size)] : [])];
  return (
    <Link to={href} className={styles.row}>
      <Avatar
        id={id}
        name={rest.length > 0 ? [first, rest.at(-1) ?? ''] : [first]}
        hue={hueOf(meta.color)}
        isGroup={meta.type !== 'CHAT'}
      />
      <span className={styles.words}>
        <span className={styles.name}>{meta.displayname}</span>
        <span className={styles.about}>
          {files_count === 0 ? t('overview.nothing') : filled.join(', ')}
          {!isAllowed(can, 'upload') && ` (${t('overview.readOnly')})`}
        </span>
      </span>
      {activity_at && files_count > 0 && (
        <time className={styles.when} dateTime={activity_at}>
          {writeAgo(language, new Date(activity_at), new Date(), school.time_zone)}
        </time>
      )}
      <Icon name="chevronRight" size={16} className={styles.arrow ?? ''} />
    </Link>
  );
}
