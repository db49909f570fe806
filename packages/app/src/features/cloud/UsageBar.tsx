import type { Cloud } from '@kreide/core/features/cloud';
import { sizeUnitOf, writeSize } from '@kreide/core/kernel';
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
      {data.channel && (
        <div>
          <Bar label={t('usage.channel')} {...data.channel} />
          <Kept {...data.channel} />
        </div>
      )}
      <Bar label={t('usage.person')} {...data.person} />
      {data.school && <Bar label={t('usage.school')} {...data.school} />}
    </div>
  );
}

/** How full something is, in words and drawn. */
export function Bar({ label, used, maximum }: { label: string; used: number; maximum: number }) {
  const { t, language } = useTranslation('cloud');
  const id = useId();
  const values = {
    used: writeSize(language, used, sizeUnitOf(used)),
    maximum: writeSize(language, maximum, sizeUnitOf(maximum)),
  };
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

/** How much was brought and fetched, for those who look after the channel. */
export function TrafficNote({ cloud: { uploads, upstream, downloads, downstream } }: { cloud: Cloud }) {
  const { t, language } = useTranslation('cloud');
  if (uploads === null || upstream === null || downloads === null || downstream === null) return null;
  const write = (size: number) => writeSize(language, size, sizeUnitOf(size));
  const count = (number: number) => number.toLocaleString(language);
  const brought = { uploads: count(uploads), upstream: write(upstream) };
  return (
    <p className={styles.about}>
      {t('usage.traffic', { ...brought, downloads: count(downloads), downstream: write(downstream) })}
    </p>
  );
}

/** What of it is not among the files on screen: it fills the channel all the same. */
function Kept({ bin, versions }: { bin: number; versions: number | null }) {
  const { t, language } = useTranslation('cloud');
  const write = (size: number) => writeSize(language, size, sizeUnitOf(size));
  const said = [
    ...(bin > 0 ? [t('usage.bin', { size: write(bin) })] : []),
    ...(versions !== null && versions > 0 ? [t('usage.versions', { size: write(versions) })] : []),
  ];
  return said.length > 0 && <p className={styles.about}>{said.join(' · ')}</p>;
}
