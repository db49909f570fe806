import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toldApart } from '../../kernel/told-apart.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import styles from './Channels.module.css';
import { startChannel } from './channels-queries.ts';
import { type KeptDraft, toStep } from './use-channel-draft.ts';

/** `/channels/create/finish`: what will be made, and the button that makes it (C-2.10). */
export function CreateFinishScreen({ kept: { draft, values, drop } }: { kept: KeptDraft }) {
  const { t } = useTranslation(['channels', 'form']);
  const navigate = useNavigate();
  const start = useMutation({
    ...startChannel,
    onSuccess: ({ id }) => {
      drop();
      navigate(`/channels/${id}`, { replace: true });
    },
  });
  if (!draft && !start.isSuccess) return <Redirect to={toStep('start')} />;
  const { name, description, is_twoway, color = null, users } = values;
  const send = () =>
    start.mutate({
      body: { name, description: description || null, color, is_twoway, users: users.map(({ id }) => id) },
    });
  return (
    <>
      <Card isRoomy>
        <div className={styles.facts}>
          <h2>{name}</h2>
          {description && <p>{description}</p>}
          <p className={styles.note}>{t(is_twoway ? 'creation.twoway' : 'creation.oneway')}</p>
          <p className={styles.note}>{t('creation.chosen', { count: users.length })}</p>
          {users.length > 0 && <p>{users.map(toldApart).join(', ')}</p>}
        </div>
      </Card>
      <StepFoot>
        <LinkButton href={toStep('users')}>{t('form:steps.back')}</LinkButton>
        <Button look="primary" icon="check" isPending={start.isPending} onPress={send}>
          {t('creation.make')}
        </Button>
      </StepFoot>
    </>
  );
}
