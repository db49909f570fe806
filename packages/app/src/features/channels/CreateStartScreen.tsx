import { channelProblems } from '@kreide/core/features/channels';
import { useNavigate } from 'react-router';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Channels.module.css';
import { ColourChoice } from './ColourChoice.tsx';
import { type ChannelDraftValues, type KeptDraft, toStep } from './use-channel-draft.ts';

/** `/channels/create/start`: the name of the channel, and the people who write in it (C-2.07, C-2.08). */
export function CreateStartScreen({ kept: { values, change: keep } }: { kept: KeptDraft }) {
  const { t } = useTranslation(['channels', 'form']);
  const navigate = useNavigate();
  const form = useForm({
    initial: values,
    problems: (draft) =>
      channelProblems(draft).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: async () => navigate(toStep('users')),
  });
  const { errorOf } = form;
  /** The draft is kept on the device with each letter: leaving loses nothing. */
  const change = (part: Partial<ChannelDraftValues>) => {
    keep(part);
    form.change(part);
  };
  return (
    <BareForm form={form} className={styles.screen}>
      <Card isRoomy>
        <div className={styles.screen}>
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
          <ColourChoice
            letters={values.name.trim().slice(0, 1).toLocaleUpperCase()}
            id={0}
            value={values.color ?? null}
            onChange={(color) => change({ color })}
          />
          <Switch isSelected={values.is_twoway} onChange={(is_twoway) => change({ is_twoway })}>
            {t('form.twoway')}
          </Switch>
        </div>
      </Card>
      <StepFoot>
        <LinkButton href="/channels/creation/list">{t('form:steps.cancel')}</LinkButton>
        <Button type="submit" look="primary">
          {t('form:steps.next')}
        </Button>
      </StepFoot>
    </BareForm>
  );
}
