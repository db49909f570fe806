import { passwordApi } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { client } from '../../kernel/client.ts';
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
  const [identity, setIdentity] = useState('');
  const [hasTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [minutes, setMinutes] = useState<number | null>(null);
  const isMissing = !required(identity);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (isMissing || isPending) return;
    setPending(true);
    try {
      const { data } = await client.call(
        passwordApi.requestPasswordReset,
        { body: { slink, identity: identity.trim() } },
        { messages: false },
      );
      setMinutes(Math.round(data.seconds / 60));
    } catch (thrown) {
      const error = ApiError.from(thrown);
      setProblem(error.code === 'mail_unavailable' ? t('forgot.off') : toWords(error));
    } finally {
      setPending(false);
    }
  }

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
          <form className={styles.content} onSubmit={submit} noValidate>
            <h1>{t('forgot.title')}</h1>
            <p className={styles.intro}>{t('forgot.intro')}</p>
            <TextField
              label={t('forgot.identity')}
              icon="user"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck="false"
              value={identity}
              onChange={setIdentity}
              errorMessage={hasTried && isMissing ? t('forgot.missing') : undefined}
            />
            <Problem text={problem} />
            <Button type="submit" look="primary" wide isPending={isPending}>
              {t('forgot.submit')}
            </Button>
            {lost}
            {toLogin}
          </form>
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
