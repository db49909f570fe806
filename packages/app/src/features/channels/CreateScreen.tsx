import { channelProblems } from '@kreide/core/features/channels';
import { useParams } from 'react-router';
import { usePageHead } from '../../kernel/page-head.ts';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Channels.module.css';
import { CreateFinishScreen } from './CreateFinishScreen.tsx';
import { CreateStartScreen } from './CreateStartScreen.tsx';
import { CreateUsersScreen } from './CreateUsersScreen.tsx';
import { STEPS, toStep, useChannelDraft } from './use-channel-draft.ts';

const NAMES = { start: 'creation.name', users: 'people.title', finish: 'creation.check' } as const;

/** `/channels/create/start`, `users` and `finish`: a channel in three steps, each with an address (C-2.07 to C-2.10). */
export function CreateScreen() {
  const { t } = useTranslation('channels');
  const { step } = useParams();
  const current = STEPS.find((one) => one === step) ?? 'start';
  const kept = useChannelDraft();
  usePageHead({ title: current === 'start' ? '' : t(`creation.${current}`) });
  if (!useSelf().permissions.includes('create-channel') && current === 'start')
    return <EmptyState icon="lock" title={t('creation.refusedTitle')} text={t('creation.refusedText')} />;
  const isNamed = channelProblems(kept.values).length === 0;
  return (
    <div className={styles.wizard}>
      <StepFrame
        label={t('creation.steps')}
        current={current}
        steps={STEPS.map((key) => ({ key, name: t(NAMES[key]), to: key === 'start' || isNamed ? toStep(key) : null }))}
      >
        {current === 'start' && <CreateStartScreen kept={kept} />}
        {current === 'users' && <CreateUsersScreen kept={kept} />}
        {current === 'finish' && <CreateFinishScreen kept={kept} />}
      </StepFrame>
    </div>
  );
}
