import { profileApi } from '@kreide/core/features/settings';
import { ApiError } from '@kreide/core/kernel';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { client } from '../../kernel/client.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Profile.module.css';

type State =
  | { kind: 'open' | 'pending' | 'over' | 'taken' }
  | { kind: 'failed'; error: ApiError }
  | { kind: 'done'; email: string };

/**
 * The page behind the link that proves an address, without a sign-in. Nothing changes before the button is pressed: scanners
 * of mails open every address (P-5.16).
 */
export function ConfirmEmailScreen() {
  const { t } = useTranslation(['settings', 'errors']);
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '');
  const [state, setState] = useState<State>({ kind: token === '' ? 'over' : 'open' });

  // It stays neither in the address bar nor in the history.
  useEffect(() => {
    if (hash !== '') navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);

  async function confirm(): Promise<void> {
    setState({ kind: 'pending' });
    try {
      const { data } = await client.call(profileApi.confirmEmail, { body: { token } }, { messages: false });
      setState({ kind: 'done', email: data.email });
    } catch (thrown) {
      const error = ApiError.from(thrown);
      const { code } = error;
      if (code === 'not_found' || code === 'invalid') setState({ kind: 'over' });
      else if (code === 'account_taken') setState({ kind: 'taken' });
      else setState({ kind: 'failed', error });
    }
  }

  const toStart = (
    <LinkButton look="primary" href="/">
      {t('confirmEmail.toStart')}
    </LinkButton>
  );
  const { kind } = state;
  return (
    <div className={styles.narrow}>
      <Card isRoomy>
        {(kind === 'open' || kind === 'pending' || kind === 'failed') && (
          <div className={styles.content}>
            <h1>{t('confirmEmail.title')}</h1>
            <p>{t('confirmEmail.text')}</p>
            {kind === 'failed' && <p role="alert">{toReason(t, state.error)}</p>}
            <div>
              <Button look="primary" isPending={kind === 'pending'} onPress={confirm}>
                {t('confirmEmail.button')}
              </Button>
            </div>
          </div>
        )}
        {kind === 'done' && (
          <EmptyState
            headingLevel={1}
            icon="checkCircle"
            title={t('confirmEmail.doneTitle')}
            text={t('confirmEmail.doneText', { email: state.email })}
            action={toStart}
          />
        )}
        {(kind === 'over' || kind === 'taken') && (
          <EmptyState
            headingLevel={1}
            icon="clock"
            title={t(`confirmEmail.${kind}Title`)}
            text={t(`confirmEmail.${kind}Text`)}
            action={toStart}
          />
        )}
      </Card>
    </div>
  );
}
