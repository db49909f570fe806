import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Channels.module.css';
import { ConversationScreen } from './ConversationScreen.tsx';
import { joinChannel } from './channels-queries.ts';
import { toStep } from './use-channel-draft.ts';

/** The page on which somebody is chosen to write to. */
const PERSON = 'person';

/** `/channels/creation/list`, and `person` for the choice of whom to write to (C-2.11). */
export function CreationScreen() {
  return useParams().kind === PERSON ? <ConversationScreen /> : <CreationList />;
}

/** The channels that the user may begin, and joining by a code (C-2.11, C-4.11). */
function CreationList() {
  const { t } = useTranslation('channels');
  const { permissions, reads_only } = useSelf();
  return (
    <div className={styles.screen}>
      <RowList label={t('creation.title')}>
        {permissions.includes('create-conversation') && (
          <LinkRow
            href={`/channels/creation/${PERSON}`}
            icon="user"
            text={t('creation.conversation')}
            about={t('creation.conversationAbout')}
          />
        )}
        {permissions.includes('create-channel') && (
          <LinkRow href={toStep('start')} icon="chat" text={t('creation.channel')} about={t('creation.channelAbout')} />
        )}
      </RowList>
      {!reads_only && <JoinForm />}
    </div>
  );
}

function JoinForm() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const join = useMutation(joinChannel);
  const form = useForm({
    initial: { code: '' },
    problems: (values) => blankProblems(values, { code: t('join.missing') }),
    send: ({ code }) => join.mutateAsync({ body: { code: code.trim() } }),
    onSaved: ({ channel_id }) => navigate(`/channels/${channel_id}`),
  });
  const isUnknown = form.error?.code === 'not_found';
  return (
    <Card>
      <BareForm form={form} className={styles.form}>
        <h2>{t('join.title')}</h2>
        <TextField
          label={t('join.code')}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={40}
          value={form.values.code}
          onChange={(code) => form.change({ code })}
          errorMessage={form.errorOf('code') ?? (isUnknown ? t('join.unknown') : undefined)}
        />
        <div>
          <Button type="submit" isPending={form.isPending}>
            {t('join.send')}
          </Button>
        </div>
      </BareForm>
    </Card>
  );
}
