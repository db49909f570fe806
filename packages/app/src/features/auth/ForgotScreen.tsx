import { passwordApi } from '@kreide/core/features/auth';
import { useState } from 'react';
import { useParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Link } from '../../ui/Link.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './PasswordReset.module.css';
import { useProblemWords } from './use-problem-words.ts';

/** Asks for a link for a new password; what it says does not tell whether there is such an account (P-2.14, P-7.11). */
export function ForgotScreen() {
  const { t } = useTranslation('auth');
  const toWords = useProblemWords();
  const { slink = '' } = useParams();
  const [minutes, setMinutes] = useState<number | null>(null);
  const form = useForm({
    initial: { identity: '' },
    problems: (values) => blankProblems(values, { identity: t('forgot.missing') }),
    send: ({ identity }) =>
      client.call(
        passwordApi.requestPasswordReset,
        { body: { slink, identity: identity.trim() } },
        { messages: false },
      ),
    onSaved: ({ data }) => setMinutes(Math.round(data.seconds / 60)),
    toWords: (error) => (error.code === 'mail_unavailable' ? t('forgot.off') : toWords(error)),
  });

  const toLogin = (
    <LinkButton look={minutes === null ? 'quiet' : 'primary'} href={`/${slink}/login`}>
      {t('forgot.toLogin')}
    </LinkButton>
  );
  const lost = <Link to={`/login/${slink}/lost`}>{t('forgot.lost')}</Link>;
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        {minutes === null ? (
          <BareForm form={form} className={styles.content}>
            <h1>{t('forgot.title')}</h1>
            <p className={styles.intro}>{t('forgot.intro')}</p>
            <TextField
              label={t('forgot.identity')}
              icon="user"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck="false"
              value={form.values.identity}
              onChange={(identity) => form.change({ identity })}
              errorMessage={form.errorOf('identity')}
            />
            <Problem text={form.failure} />
            <Button type="submit" look="primary" wide isPending={form.isPending}>
              {t('forgot.submit')}
            </Button>
            {lost}
            {toLogin}
          </BareForm>
        ) : (
          <div className={styles.content}>
            <EmptyState
              headingLevel={1}
              icon="checkCircle"
              title={t('forgot.doneTitle')}
              text={t('forgot.doneText', { count: minutes })}
              action={toLogin}
            />
            {lost}
          </div>
        )}
      </Card>
    </div>
  );
}
