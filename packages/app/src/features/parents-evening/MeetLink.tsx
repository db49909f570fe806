import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { startConversation } from '../channels/index.ts';
import styles from './Evenings.module.css';

interface MeetLinkProps {
  /** Whom to meet; without an account the school says how. */
  with: { user_id: number | null; name: string };
  hasConferences: boolean;
}

/** The way to an appointment online: the conversation of the two, in which a conference begins. Without channels the teacher says how. */
export function MeetLink({ with: { user_id, name }, hasConferences }: MeetLinkProps) {
  const { t } = useTranslation(['parents-evening', 'errors']);
  const { permissions } = useSelf();
  const navigate = useNavigate();
  const start = useMutation({ ...startConversation, onSuccess: ({ id }) => navigate(`/channels/${id}`) });
  if (!hasConferences || user_id === null || !permissions.includes('create-conversation'))
    return <span className={styles.muted}>{t('own.noConference')}</span>;
  return (
    <span className={styles.onScreen}>
      <Button
        icon="chat"
        isPending={start.isPending}
        onPress={() =>
          start.mutate(
            { body: { user_id } },
            { onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })) },
          )
        }
      >
        {t('own.meet', { name })}
      </Button>
    </span>
  );
}
