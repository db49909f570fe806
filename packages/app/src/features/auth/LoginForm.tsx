import type { LoginAnswer } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { type FormEvent, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { late } from '../../kernel/late.ts';
import { keepSignIn, signIn } from '../../kernel/sign-in.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Link } from '../../ui/Link.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem, ProblemNote } from '../../ui/Problem.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LoginScreen.module.css';
import { PasskeyButton } from './PasskeyButton.tsx';
import { useCountdown } from './use-countdown.ts';
import { usePauseWords } from './use-problem-words.ts';

const SecondStep = late(async () => (await import('./SecondStep.tsx')).SecondStep);

/** Username, password, stay signed in. After a failure the form keeps its values and says why (P-8.30). */
export function LoginForm({ slink }: { slink: string }) {
  const { t } = useTranslation(['auth', 'errors', 'shell']);
  const texts = usePasswordTexts();
  const navigate = useNavigate();
  const offersReset = useStore(branding, (state) => state.brand.password_reset);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [stayLoggedIn, setStay] = useState(true);
  const [hasTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [wait, setWait] = useCountdown();
  const [announced, setAnnounced] = useState('');
  const [step, setStep] = useState<LoginAnswer | null>(null);

  const toWords = usePauseWords();

  function tell(error: ApiError): void {
    const pause = error.retryAfter ?? (error.code === 'too_many' ? 30 : 0);
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
      if (answer.tfa_mode === '') return enterApp();
      setStep(answer);
    } catch (thrown) {
      tell(ApiError.from(thrown));
    } finally {
      setPending(false);
    }
  }

  const enterApp = () => navigate(takeWantedPath(), { replace: true });

  async function finish(answer: LoginAnswer): Promise<void> {
    await keepSignIn(answer, { username: username.trim(), stayLoggedIn });
    await enterApp();
  }

  function goBack(why: string | null) {
    setStep(null);
    setPassword('');
    setTried(false);
    setProblem(why);
  }

  if (step)
    return (
      <Suspense fallback={<Skeleton items={2} label={t('shell:titles.loading')} />}>
        <SecondStep {...{ slink, stayLoggedIn, answer: step, onDone: finish }} onBack={goBack} />
      </Suspense>
    );

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
        texts={texts}
      />
      <div className={styles.choices}>
        <Checkbox isSelected={stayLoggedIn} onChange={setStay}>
          {t('login.stay')}
        </Checkbox>
        {offersReset && <Link to={`/login/${slink}/forgot`}>{t('forgot.link')}</Link>}
      </div>
      <Problem text={problem} />
      <p role="alert" className={styles.spoken}>
        {wait > 0 && announced}
      </p>
      {wait > 0 && (
        <div aria-hidden="true">
          <ProblemNote text={toWords(wait)} icon="clock" />
        </div>
      )}
      <Button type="submit" look="primary" wide isPending={isPending} isDisabled={wait > 0}>
        {t('login.submit')}
      </Button>
      <PasskeyButton
        text={t('login.passkey')}
        {...{ slink, stayLoggedIn, onDone: finish }}
        onProblem={(error) => error && tell(error)}
      />
    </form>
  );
}
