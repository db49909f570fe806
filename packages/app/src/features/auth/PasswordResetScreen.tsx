import { passwordApi } from '@kreide/core/features/auth';
import type { ApiError } from '@kreide/core/kernel';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { client } from '../../kernel/client.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import styles from './PasswordReset.module.css';

type State = { kind: 'open' } | { kind: 'over' } | { kind: 'done'; slink: string; username: string };

/** The page behind a one-time link: sets a new password, then leads to the sign-in (P-2.16, P-7.12). */
export function PasswordResetScreen() {
  const { t } = useTranslation('auth');
  const { slink = '' } = useParams();
  const { hash, search, pathname } = useLocation();
  const navigate = useNavigate();
  // Links of earlier releases carry it in the query.
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? '',
  );
  const [state, setState] = useState<State>(token === '' ? { kind: 'over' } : { kind: 'open' });
  // It stays neither in the address bar nor in the history.
  useEffect(() => {
    if (hash !== '' || search !== '') navigate(pathname, { replace: true });
  }, [hash, search, pathname, navigate]);

  async function submit(password: string, password_confirmation: string): Promise<void> {
    const body = { token, password, password_confirmation };
    const { data } = await client.call(passwordApi.confirmPasswordReset, { body }, { messages: false });
    setState({ kind: 'done', ...data });
  }

  function close({ code, issues }: ApiError): void {
    if (code === 'not_found' || issues.some(({ path }) => path === 'body.token')) setState({ kind: 'over' });
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
            <NewPasswordForm onSubmit={submit} onFailed={close} />
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
