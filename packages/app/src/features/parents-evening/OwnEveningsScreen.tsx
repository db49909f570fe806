import type { OwnEvening } from '@kreide/core/features/parents-evening';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Evenings.module.css';
import { ownEveningsQuery } from './evening-queries.ts';
import { PhaseTag } from './PhaseTag.tsx';
import { useTimes } from './use-times.ts';

/** `/parents-evenings`: the evenings to which parents and teachers come. */
export function OwnEveningsScreen() {
  const { t } = useTranslation('parents-evening');
  const { type } = useSelf();
  const { spanOf } = useTimes();
  const evenings = useQuery(ownEveningsQuery());
  const addressOf = ({ id, teacher_id }: OwnEvening) =>
    type === 'PARENT' || teacher_id === null
      ? `/parents-evenings/${id}`
      : `/parents-evenings/${id}/teachers/${teacher_id}`;
  return (
    <div className={styles.screen}>
      <Loaded
        query={evenings}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="talk" title={t('own.emptyTitle')} text={t('own.emptyText')} />}
      >
        {(all) => (
          <RowList label={t('title')}>
            {all.map((evening) => (
              <LinkRow
                key={evening.id}
                href={addressOf(evening)}
                icon="group"
                text={evening.name}
                about={spanOf(evening)}
                end={<PhaseTag phase={evening.phase} />}
              />
            ))}
          </RowList>
        )}
      </Loaded>
    </div>
  );
}
