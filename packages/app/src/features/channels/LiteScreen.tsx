import { useInfiniteQuery } from '@tanstack/react-query';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { ChannelFacts } from './ChannelFacts.tsx';
import styles from './Channels.module.css';
import { groupsQuery } from './channels-queries.ts';

/** `/lite-channels`: one’s groups, also at a school without channels: who belongs together, nothing to write (C-2.17). */
export function LiteScreen() {
  const { t } = useTranslation('channels');
  const isOff = useSelf().school.properties.channels === false;
  const query = useInfiniteQuery(groupsQuery);
  return (
    <div className={styles.screen}>
      {isOff && <p className={styles.note}>{t('lite.about')}</p>}
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('lite.title')}
        skeleton={{ type: 'list', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        empty={<EmptyState icon="chat" title={t('lite.emptyTitle')} text={t('lite.emptyText')} />}
      >
        {(channel) => (
          <div className={styles.plain}>
            <ChannelFacts channel={channel} />
          </div>
        )}
      </InfiniteList>
    </div>
  );
}
