import { classbookApi, type Homework } from '@kreide/core/features/classbook';
import { isAllowed, writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Classbook.module.css';
import { LessonLine } from './LessonLine.tsx';

const HomeworkForm = late(async () => (await import('./HomeworkForm.tsx')).HomeworkForm);

/** Homework with the day on which it is due. */
export function HomeworkCard({ homework, hasLesson = false }: { homework: Homework; hasLesson?: boolean }) {
  const { t, language } = useTranslation('classbook');
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { id, classbook_id, text, due_at, children, deleted_at, entry, can } = homework;
  const remove = useMutation({
    ...mutationOf(classbookApi.removeHomework, { touches: [classbookApi.listHomeworks] }),
    onSettled: () => setOpen(null),
  });
  return (
    <article className={styles.notice} aria-label={text || t('homework.deleted')}>
      <div className={styles.noticeHead}>
        <span className={styles.tags}>
          {/* An answer that a device has kept may be older than the field. */}
          {(children ?? []).map((child) => (
            <Tag key={child.id} icon="user">
              {child.meta.displayname}
            </Tag>
          ))}
          {deleted_at === null ? (
            <Tag icon="clock">{t('homework.dueOn', { date: writeDate(language, due_at, 'weekdayShort') })}</Tag>
          ) : (
            <Tag look="danger">{t('homework.deleted')}</Tag>
          )}
        </span>
        <span className={styles.tools}>
          {isAllowed(can, 'update') && (
            <IconButton icon="edit" label={t('homework.edit')} onPress={() => setOpen('edit')} />
          )}
          {isAllowed(can, 'delete') && (
            <IconButton icon="trash" label={t('homework.remove')} onPress={() => setOpen('remove')} />
          )}
        </span>
      </div>
      {deleted_at === null && <p className={styles.message}>{text}</p>}
      {hasLesson && <LessonLine entry={entry} />}
      {open === 'edit' && (
        <Suspense fallback={null}>
          <HomeworkForm entry={entry} homework={homework} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('homework.remove')}
          icon="trash"
          isPending={remove.isPending}
          texts={{ confirm: t('notice.remove'), cancel: t('cancel'), close: t('close') }}
          onConfirm={() => remove.mutate({ params: { id: String(classbook_id), homeworkId: String(id) } })}
          onClose={() => setOpen(null)}
        >
          {t('homework.removeText')}
        </ConfirmDialog>
      )}
    </article>
  );
}
