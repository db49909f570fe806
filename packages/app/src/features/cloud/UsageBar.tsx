import { writeSize } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Cloud.module.css';
import { usageQuery } from './cloud-queries.ts';

/** How much room there is for files and what of it is used: of the channel, of oneself, and of the school to who looks after it. */
export function UsageBar({ channelId }: { channelId?: string }) {
  const { t } = useTranslation('cloud');
  const { data } = useQuery(usageQuery(channelId));
  // Beside the files it is no news that it could not be loaded.
  if (!data) return null;
  return (
    <div className={styles.usage}>
      {data.channel && <Bar label={t('usage.channel')} {...data.channel} />}
      <Bar label={t('usage.person')} {...data.person} />
      {data.school && <Bar label={t('usage.school')} {...data.school} />}
    </div>
  );
}

function Bar({ label, used, maximum }: { label: string; used: number; maximum: number }) {
  const { t, language } = useTranslation('cloud');
  const id = useId();
  const values = { used: writeSize(language, used), maximum: writeSize(language, maximum) };
  const text = t('usage.used', values);
  return (
    <div>
      <p id={id} className={styles.about}>
        {label}: {text}
      </p>
      <progress
        className={styles.progress}
        value={Math.min(used, maximum)}
        max={maximum}
        aria-labelledby={id}
        aria-valuetext={text}
      />
    </div>
  );
}
