import { passwordApi } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import styles from './PasswordReset.module.css';
import { useProblemWords } from './use-problem-words.ts';

type State = { kind: 'open' } | { kind: 'over' } | { kind: 'done'; slink: string; username: string };

/** The page behind a one-time link: sets a new password, then leads to the sign-in (P-2.16, P-7.12). */
export function PasswordResetScreen() {
  const { t } = useTranslation('auth');
  const toWords = useProblemWords();
  const { slink = '' } = useParams();
  const { hash, search, pathname } = useLocation();
  const navigate = useNavigate();
  // Links of earlier releases carry it in the query.
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? '',
  );
  const [state, setState] = useState<State>(token === '' ? { kind: 'over' } : { kind: 'open' });
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // It stays neither in the address bar nor in the history.
  useEffect(() => {
    if (hash !== '' || search !== '') navigate(pathname, { replace: true });
  }, [hash, search, pathname, navigate]);

  async function submit(password: string, password_confirmation: string): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      const { data } = await client.call(
        passwordApi.confirmPasswordReset,
        { body: { token, password, password_confirmation } },
        { messages: false },
      );
      setState({ kind: 'done', ...data });
    } catch (thrown) {
      const error = ApiError.from(thrown);
      if (error.code === 'not_found' || error.issues.some(({ path }) => path === 'body.token'))
        setState({ kind: 'over' });
      else setProblem(error.issues[0]?.message ?? toWords(error));
    } finally {
      setPending(false);
    }
  }

  const toLogin = (school: string) => (
    <LinkButton look="primary" href={`/${school}/login`}>
      {t('passwordReset.toLogin')}
    </LinkButton>
  );
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        {state.kind === 'open' && (
          <div className={styles.content}>
            <h1>{t('passwordReset.title')}</h1>
            <p className={styles.intro}>{t('passwordReset.intro')}</p>
            <NewPasswordForm isPending={isPending} problem={problem} onSubmit={submit} />
          </div>
        )}
        {state.kind === 'over' && (
          <EmptyState
            headingLevel={1}
            icon="clock"
            title={t('passwordReset.overTitle')}
            text={t('passwordReset.overText')}
            action={toLogin(slink)}
          />
        )}
        {state.kind === 'done' && (
          <EmptyState
            headingLevel={1}
            icon="checkCircle"
            title={t('passwordReset.doneTitle')}
            text={t('passwordReset.doneText', { username: state.username })}
            action={toLogin(state.slink)}
          />
        )}
      </Card>
    </div>
  );
}
