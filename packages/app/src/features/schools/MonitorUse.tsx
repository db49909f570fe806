import type { PublicAccessState } from '@kreide/core/features/schools';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import styles from './SchoolSettingsScreen.module.css';
import { toBase, toMonitorToken, toOwnPath, toSnippet } from './snippets.ts';

/** The links for the screen in the hall, and the plan embedded in the homepage (C-2.47, T-2.135). */
export function MonitorUse({ access }: { access: PublicAccessState }) {
  const { t } = useTranslation('schools');
  const texts = useCopyTexts();
  const { sub, news_split } = access.monitor_links;
  return (
    <>
      {(
        [
          { key: 'plan', link: sub, note: null },
          { key: 'split', link: news_split, note: access.news ? null : t('monitor.newsOff') },
        ] as const
      ).map(({ key, link, note }) => (
        <div key={key} className={styles.group}>
          <CopyField
            label={t(`monitor.${key}`)}
            value={link}
            texts={texts}
            action={
              <LinkButton icon="eye" href={toOwnPath(link)} target="_blank" aria-label={t(`monitor.open_${key}`)}>
                {t('monitor.open')}
              </LinkButton>
            }
          />
          {note && <p className={styles.note}>{note}</p>}
        </div>
      ))}
      <CopyField
        label={t('embed')}
        value={toSnippet(toBase(sub), 'kreide-monitor', { token: toMonitorToken(sub) })}
        texts={texts}
      />
    </>
  );
}
