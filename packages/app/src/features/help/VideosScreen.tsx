import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Help.module.css';

/** The hint videos of the branding, each at its own address (P-2.58, P-1.13). */
export function VideosScreen() {
  const { t, language } = useTranslation('help');
  const { help_videos, videos } = useStore(branding, (state) => state.brand);
  if (!help_videos || videos.length === 0)
    return <EmptyState icon="monitor" title={t('videos.noneTitle')} text={t('videos.noneText')} />;
  return (
    <div className={styles.screen}>
      <Card>
        <ul className={styles.videos}>
          {videos.map(({ title, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <Icon name="monitor" size={20} />
                <span>
                  <b>{title[language]}</b>
                  <small>{t('videos.opens')}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
