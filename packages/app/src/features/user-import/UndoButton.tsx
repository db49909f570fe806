import type { ImportRun } from '@kreide/core/features/user-import';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useOwnSchool, useRunActions } from './use-run.ts';

/** Takes a saved import back, once somebody has said yes; how far the server is then stands where the import is shown. */
export function UndoButton({ run, title }: { run: ImportRun; title: string }) {
  const { t } = useTranslation(['user-import', 'errors', 'shell']);
  const params = useOwnSchool();
  const { revert } = useRunActions();
  const [isAsked, setIsAsked] = useState(false);
  const undo = () =>
    revert.mutate(
      { params: { ...params, bulkId: String(run.id) } },
      {
        onError: (error) => toasts.show('error', toReason(t, error)),
        onSettled: () => setIsAsked(false),
      },
    );
  return (
    <>
      <Button aria-label={t('undo.actionOf', { title })} onPress={() => setIsAsked(true)}>
        {t('undo.action')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('undo.title')}
          texts={{ confirm: t('undo.action'), cancel: t('undo.cancel'), close: t('shell:close') }}
          isPending={revert.isPending}
          onConfirm={undo}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('undo.text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
