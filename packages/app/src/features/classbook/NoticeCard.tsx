import type { Notice } from '@kreide/core/features/classbook';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { Suspense, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Classbook.module.css';
import { LessonLine } from './LessonLine.tsx';

const NoticeForm = late(async () => (await import('./NoticeForm.tsx')).NoticeForm);
const HistoryDialog = late(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
const RemoveNotice = late(async () => (await import('./RemoveNotice.tsx')).RemoveNotice);
const UsersDialog = late(async () => (await import('./UsersDialog.tsx')).UsersDialog);

type Open = 'edit' | 'remove' | 'history' | 'users';

/** One notice: whom it is about, its words, and whether it was changed or deleted (T-4.22 to T-4.24). */
export function NoticeCard({ notice, hasLesson = false }: { notice: Notice; hasLesson?: boolean }) {
  const { t, language } = useTranslation('classbook');
  const { school } = useSelf();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { id, classbook_id, message, category, occurred_at, author, deleted_at, meta, entry, can, users } = notice;
  const when = writeMoment(language, new Date(occurred_at), school.time_zone, 'short');
  const entries: MenuEntry[] = [
    ...(isAllowed(can, 'update')
      ? [{ key: 'edit', text: t('notice.edit'), icon: 'edit' as const, onAction: () => setOpen('edit') }]
      : []),
    ...(isAllowed(can, 'view-history')
      ? [{ key: 'history', text: t('notice.history'), icon: 'clock' as const, onAction: () => setOpen('history') }]
      : []),
    ...(isAllowed(can, 'delete')
      ? [{ key: 'remove', text: t('notice.remove'), icon: 'trash' as const, onAction: () => setOpen('remove') }]
      : []),
  ];
  return (
    <article className={styles.notice} aria-label={`${category}: ${meta.description}`}>
      <div className={styles.noticeHead}>
        <span className={styles.tags}>
          <Tag look="outline">{category}</Tag>
          {deleted_at !== null ? (
            <Tag look="danger">{t('notice.deleted')}</Tag>
          ) : (
            meta.last_updated_at !== null && <Tag>{t('notice.edited')}</Tag>
          )}
        </span>
        {entries.length > 0 && <Menu icon="dots" label={t('notice.menu')} entries={entries} />}
      </div>
      {users.length > 1 ? (
        <button type="button" className={styles.about} onClick={() => setOpen('users')}>
          {meta.description}
        </button>
      ) : (
        <b className={styles.aboutWords}>{meta.description}</b>
      )}
      <p className={deleted_at === null ? styles.message : styles.muted}>
        {deleted_at === null ? message : t('notice.deletedText')}
      </p>
      {hasLesson && <LessonLine entry={entry} />}
      <p className={styles.small}>{author === null ? when : `${author} · ${when}`}</p>
      <Suspense fallback={null}>
        {open === 'edit' && <NoticeForm entry={entry} notice={notice} onClose={close} />}
        {open === 'history' && <HistoryDialog book={classbook_id} id={id} onClose={close} />}
        {open === 'remove' && <RemoveNotice notice={notice} onClose={close} />}
        {open === 'users' && <UsersDialog book={classbook_id} id={id} onClose={close} />}
      </Suspense>
    </article>
  );
}
