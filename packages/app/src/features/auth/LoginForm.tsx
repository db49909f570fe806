import { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { signIn } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LoginScreen.module.css';

/** Seconds left of a forced pause; 0 when signing in is allowed again. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/** Username, password, stay signed in. After a failure the form keeps its values and says why (P-8.30). */
export function LoginForm({ slink }: { slink: string }) {
  const { t } = useTranslation(['auth', 'errors']);
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [stayLoggedIn, setStay] = useState(true);
  const [hasTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wait, setWait] = useCountdown();
  const [announced, setAnnounced] = useState('');

  const toWords = (seconds: number) =>
    seconds > 90
      ? t('login.waitMinutes', { count: Math.ceil(seconds / 60) })
      : t('login.waitSeconds', { count: seconds });

  function tell(error: ApiError): void {
    const pause = error.code === 'too_many' ? (error.retryAfter ?? 30) : 0;
    setWait(pause);
    // Announced once with the whole pause; the visible countdown is hidden from screen readers.
    setAnnounced(pause > 0 ? toWords(pause) : '');
    setProblem(
      error.code === 'too_many'
        ? null
        : error.code === 'wrong_credentials'
          ? t('login.wrong')
          : t(`errors:${error.code}`),
    );
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (!required(username) || password === '' || isPending || wait > 0) return;
    setPending(true);
    try {
      const answer = await signIn({ slink, username: username.trim(), password, stayLoggedIn });
      if (answer.tfa_mode === '') return navigate(takeWantedPath(), { replace: true });
      setProblem(t('login.secondStep'));
    } catch (thrown) {
      tell(ApiError.from(thrown));
    } finally {
      setPending(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('login.username')}
        icon="user"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={username}
        onChange={setUsername}
        errorMessage={hasTried && !required(username) ? t('login.missingUsername') : undefined}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errorMessage={hasTried && password === '' ? t('login.missingPassword') : undefined}
        texts={{ show: t('login.show'), hide: t('login.hide'), capsLock: t('login.capsLock') }}
      />
      <Checkbox isSelected={stayLoggedIn} onChange={setStay}>
        {t('login.stay')}
      </Checkbox>
      <div role="alert">
        {problem !== null && (
          <p className={styles.problem}>
            <Icon name="alert" size={20} />
            <span>{problem}</span>
          </p>
        )}
      </div>
      <p role="alert" className={styles.spoken}>
        {wait > 0 && announced}
      </p>
      {wait > 0 && (
        <p className={styles.problem} aria-hidden="true">
          <Icon name="clock" size={20} />
          <span>{toWords(wait)}</span>
        </p>
      )}
      <Button type="submit" look="primary" wide isPending={isPending} isDisabled={wait > 0}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
