import { cloudApi } from '@kreide/core/features/cloud';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Cloud.module.css';

/** Whether files can be edited online, and if not why, for those who look after the school: nobody else can do anything about it. */
export function OfficeNote() {
  const { t } = useTranslation('cloud');
  const isAsking = useSelf().permissions.includes('edit-school');
  const { data } = useQuery({ ...queryOf(cloudApi.getOffice, {}), enabled: isAsking });
  if (!data) return null;
  const { host, problem } = data;
  return (
    <p className={styles.about}>
      {problem === null
        ? t('office.ready', { host: host ?? '' })
        : `${t('office.off')} ${t(`office.problem_${problem}`)}`}
    </p>
  );
}
