import { hueOf } from '@kreide/core/features/channels';
import { CLOUD_GROUPS, type Cloud, type CloudGroup } from '@kreide/core/features/cloud';
import { isAllowed, writeAgo, writeSize } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useActiveTab } from '../../kernel/use-active-tab.ts';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './Cloud.module.css';
import { cloudsQuery } from './cloud-queries.ts';
import { OfficeNote } from './OfficeNote.tsx';
import { Tile } from './Tile.tsx';
import { UsageBar } from './UsageBar.tsx';

const TABS = ['all', ...CLOUD_GROUPS] as const;

/** `/cloud`: the files of one’s channels, those with the newest first (C-2.26); the address keeps the tab (C-2.126). */
export function CloudsScreen() {
  const { t } = useTranslation('cloud');
  const [tab, setTab] = useActiveTab(TABS);
  return (
    <div className={styles.screen}>
      <Tabs
        label={t('overview.tabs')}
        tabs={TABS.map((id) => ({ id, text: t(`overview.tab_${id}`) }))}
        value={tab}
        onChange={setTab}
      >
        <Clouds toAddress={toFiles} group={tab === 'all' ? undefined : tab} />
      </Tabs>
    </div>
  );
}

/** `/cloud/lite`: the same of groups alone, without conversations (C-2.27). */
export function LiteCloudsScreen() {
  return <Clouds toAddress={toFiles} group="groups" />;
}

const toFiles = ({ id }: Cloud) => `/cloud/files/${id}`;

interface CloudsProps {
  toAddress: (cloud: Cloud) => string;
  /** Left out: groups and conversations alike. */
  group?: CloudGroup | undefined;
  isShown?: (cloud: Cloud) => boolean;
}

/** The clouds that somebody can open, or choose from. */
export function Clouds({ toAddress, group, isShown = () => true }: CloudsProps) {
  const { t } = useTranslation('cloud');
  const { search: address, change } = useAddressFilters(['search']);
  const search = (address.get('search') ?? '').slice(0, 100);
  const [typed, setTyped] = useState(search);
  useDebounced(typed, (text) => text.trim() !== search && change({ search: text.trim() }));
  const query = useInfiniteQuery(cloudsQuery(search, group));
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
            <EmptyState
              icon="list"
              title={t('overview.emptyTitle')}
              text={t(group ? 'overview.emptyKind' : 'overview.emptyText')}
            />
          ) : (
            <EmptyState icon="search" title={t('overview.noneTitle')} text={t('overview.noneText')} />
          )
        }
      >
        {(cloud) => <CloudRow cloud={cloud} href={toAddress(cloud)} />}
      </InfiniteList>
      <UsageBar />
      <OfficeNote />
    </div>
  );
}

function CloudRow({ cloud, href }: { cloud: Cloud; href: string }) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const { meta, size, files_count, activity_at, can, thumbnail } = cloud;
  const filled = [t('overview.files', { count: files_count }), ...(size > 0 ? [writeSize(language, size)] : [])];
  return (
    <Link to={href} className={styles.row}>
      <Avatar id={meta.avatar.id} name={[meta.avatar.letters]} hue={hueOf(meta.color)} isGroup={meta.type !== 'CHAT'} />
      <span className={styles.words}>
        <span className={styles.name}>{meta.displayname}</span>
        <span className={styles.about}>
          {files_count === 0 ? t('overview.nothing') : filled.join(', ')}
          {!isAllowed(can, 'upload') && ` (${t('overview.readOnly')})`}
        </span>
      </span>
      {thumbnail && <Tile extension="" picture={serverAddress + thumbnail} />}
      {activity_at && files_count > 0 && (
        <time className={styles.when} dateTime={activity_at}>
          {writeAgo(language, new Date(activity_at), new Date(), school.time_zone)}
        </time>
      )}
      <Icon name="chevronRight" size={16} className={styles.arrow ?? ''} />
    </Link>
  );
}
