import { channelProblems } from '@kreide/core/features/channels';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Channels.module.css';
import { toStep, useChannelDraft } from './use-channel-draft.ts';

/** `/channels/create/start`: what the channel is called and who writes in it (C-2.07, C-2.08). */
export function CreateStartScreen() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { values, change } = useChannelDraft();
  const [hasTried, setTried] = useState(false);
  if (!useSelf().permissions.includes('create-channel'))
    return <EmptyState icon="lock" title={t('creation.refusedTitle')} text={t('creation.refusedText')} />;
  const problems = channelProblems(values);
  const errorOf = (name: 'name' | 'description') => {
    const problem = hasTried ? problems.find(({ field }) => field === name) : undefined;
    return problem && t(`rules.${problem.rule}`, problem.params);
  };
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    if (problems.length === 0) navigate(toStep('users'));
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  }
  return (
    <form className={styles.screen} noValidate onSubmit={send}>
      <TextField
        label={t('form.name')}
        name="name"
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={errorOf('name')}
      />
      <TextField
        label={t('form.description')}
        name="description"
        value={values.description}
        onChange={(description) => change({ description })}
        errorMessage={errorOf('description')}
      />
      <Switch isSelected={values.is_twoway} onChange={(is_twoway) => change({ is_twoway })}>
        {t('form.twoway')}
      </Switch>
      <div className={styles.buttons}>
        <Button type="submit" look="primary" icon="arrowRight">
          {t('creation.next')}
        </Button>
      </div>
    </form>
  );
}
