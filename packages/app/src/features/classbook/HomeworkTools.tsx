import { classbookApi, type Homework } from '@kreide/core/features/classbook';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useCallback, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import styles from './Classbook.module.css';

const HomeworkForm = late(async () => (await import('./HomeworkForm.tsx')).HomeworkForm);

type HomeworkAct = 'edit' | 'remove';

/** Changes or deletes homework in a dialog. It belongs to the page: a row goes out of what is drawn, and what was typed with it. */
export function useHomeworkActs() {
  const { t } = useTranslation('classbook');
  const [open, setOpen] = useState<{ act: HomeworkAct; homework: Homework } | null>(null);
  const begin = useCallback((act: HomeworkAct, homework: Homework) => setOpen({ act, homework }), []);
  const close = () => setOpen(null);
  const remove = useMutation({
    ...mutationOf(classbookApi.removeHomework, { touches: [classbookApi.listHomeworks] }),
    onSettled: close,
  });
  const { act, homework } = open ?? {};
  const dialogs = homework && (
    <>
      {act === 'edit' && (
        <Suspense fallback={null}>
          <HomeworkForm entry={homework.entry} homework={homework} onClose={close} />
        </Suspense>
      )}
      {act === 'remove' && (
        <ConfirmDialog
          title={t('homework.remove')}
          icon="trash"
          isPending={remove.isPending}
          texts={{ confirm: t('notice.remove'), cancel: t('cancel'), close: t('close') }}
          onConfirm={() =>
            remove.mutate({ params: { id: String(homework.classbook_id), homeworkId: String(homework.id) } })
          }
          onClose={close}
        >
          {t('homework.removeText')}
        </ConfirmDialog>
      )}
    </>
  );
  return { begin, dialogs };
}

interface HomeworkToolsProps {
  homework: Homework;
  onAct: (act: HomeworkAct, homework: Homework) => void;
}

/** What can be done with homework: changed and deleted, by those who may. */
export function HomeworkTools({ homework, onAct }: HomeworkToolsProps) {
  const { t } = useTranslation('classbook');
  const { can } = homework;
  return (
    <span className={styles.tools}>
      {isAllowed(can, 'update') && (
        <IconButton icon="edit" label={t('homework.edit')} onPress={() => onAct('edit', homework)} />
      )}
      {isAllowed(can, 'delete') && (
        <IconButton icon="trash" label={t('homework.remove')} onPress={() => onAct('remove', homework)} />
      )}
    </span>
  );
}
