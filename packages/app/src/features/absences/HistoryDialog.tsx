import { writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Absences.module.css';
import { historyQuery } from './queries.ts';
import { rangeText, typeLookOf } from './words.ts';

/** How an absence came to be what it is, newest step first (T-2.141, T-7.37). */
export function HistoryDialog({ book, uuid, onClose }: { book: number; uuid: string; onClose: () => void }) {
  const { t, language } = useTranslation('absences');
  const zone = useSelf().school.time_zone;
  const query = useQuery(historyQuery(book, uuid));
  return (
    <Dialog isOpen title={t('history.title')} onClose={onClose} closeLabel={t('close')}>
      <Loaded
        query={query}
        skeleton={{ items: 2, label: t('list.loading') }}
        errorTitle={t('history.errorTitle')}
        headingLevel={3}
      >
        {(steps) => (
          <ol className={styles.steps} aria-label={t('history.title')}>
            {steps.map(({ id, kind, at, by, begins_at, ends_at, type, comment, excuse_note }) => (
              <li key={id} className={styles.step}>
                <b>{by === null ? t(`history.alone.${kind}`) : t(`history.by.${kind}`, { name: by })}</b>
                <span className={styles.small}>{writeMoment(language, new Date(at), zone, 'medium')}</span>
                <span className={styles.tags}>
                  <Tag {...typeLookOf({ state: type.state, key: null })}>{type.name}</Tag>
                </span>
                <span>{rangeText({ begins_at, ends_at }, { t, language, zone })}</span>
                {excuse_note && <p className={styles.note}>{t('form.noteIs', { text: excuse_note })}</p>}
                {comment && <p className={styles.note}>{t('form.commentIs', { text: comment })}</p>}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
