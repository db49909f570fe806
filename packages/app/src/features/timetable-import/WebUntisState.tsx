import type { WebUntisConnection } from '@kreide/core/features/timetable-import';
import { writeMoment } from '@kreide/core/kernel';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './ImportScreens.module.css';
import type { WebUntisActions } from './use-webuntis.ts';

interface WebUntisStateProps {
  connection: WebUntisConnection;
  actions: WebUntisActions;
}

/** How the last look at WebUntis ended, when the next one is, and what can be done now. */
export function WebUntisState({ connection, actions }: WebUntisStateProps) {
  const { t, language } = useTranslation(['timetable-import', 'errors', 'shell']);
  const { school } = useSelf();
  const [isRemoving, setRemoving] = useState(false);
  const { params, fetch, remove, isAsked } = actions;
  const { outcome, message, failures, checked_at, due_at, upload } = connection;
  const written = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'medium');
  const failure = fetch.error ?? remove.error;
  return (
    <div className={styles.section}>
      <p role="status">
        <span className={styles.state}>
          {isAsked ? t('webuntis.fetching') : t(`webuntis.state.${outcome ?? 'never'}`)}
        </span>
      </p>
      <Problem text={isAsked ? null : message} />
      <p className={styles.hint}>
        {[
          checked_at && t('webuntis.checkedAt', { when: written(checked_at) }),
          due_at ? t('webuntis.dueAt', { when: written(due_at) }) : t('webuntis.off'),
          failures > 0 && t('webuntis.failures', { count: failures }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={styles.actions}>
        <Button
          icon="refresh"
          isPending={fetch.isPending || isAsked}
          onPress={() => fetch.mutate({ params, body: {} })}
        >
          {t('webuntis.fetch')}
        </Button>
        {upload && (
          <LinkButton href={`/management/${school.uuid}/web-interface/upload?upload=${upload}`}>
            {t('webuntis.upload')}
          </LinkButton>
        )}
        <Button icon="trash" onPress={() => setRemoving(true)}>
          {t('webuntis.remove')}
        </Button>
      </div>
      <Problem text={failure && toReason(t, failure)} />
      {isRemoving && (
        <ConfirmDialog
          title={t('webuntis.removeTitle')}
          texts={{ confirm: t('webuntis.remove'), cancel: t('webuntis.cancel'), close: t('shell:close') }}
          isPending={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { params },
              {
                onSuccess: () => toasts.show('success', t('webuntis.removed')),
                onSettled: () => setRemoving(false),
              },
            )
          }
          onClose={() => setRemoving(false)}
        >
          <p>{t('webuntis.removeText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
