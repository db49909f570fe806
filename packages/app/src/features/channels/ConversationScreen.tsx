import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { usePageHead } from '../../kernel/page-head.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Channels.module.css';
import { startConversation } from './channels-queries.ts';
import { PeoplePicker } from './PeoplePicker.tsx';

/** `/channels/creation/person`: begins a conversation with one person, or opens the one that there is (C-7.03). */
export function ConversationScreen() {
  const { t } = useTranslation('channels');
  usePageHead({ title: t('creation.conversation') });
  const navigate = useNavigate();
  const start = useMutation({ ...startConversation, onSuccess: ({ id }) => navigate(`/channels/${id}`) });
  if (!useSelf().permissions.includes('create-conversation'))
    return <EmptyState icon="lock" title={t('creation.refusedTitle')} text={t('creation.refusedText')} />;
  return (
    <div className={styles.screen}>
      <PeoplePicker
        action={t('people.write')}
        isPending={start.isPending}
        onPick={({ id }) => start.mutate({ body: { user_id: id } })}
      />
    </div>
  );
}
