import type { LoginAnswer } from '@kreide/core/features/auth';
import type { ApiError } from '@kreide/core/kernel';
import { required } from '@kreide/core/validation';
import { Suspense, useState } from 'react';
import { useNavigate, useOutletContext } from 'react-router';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import type { SignInWays } from '../../kernel/feature.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { late } from '../../kernel/late.ts';
import { toReason } from '../../kernel/reason.ts';
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

const SecondStep = late(async () => (await import('./SecondStep.tsx')).SecondStep);

/** Username, password, stay signed in. After a failure the form keeps its values and says why (P-8.30). */
export function LoginForm({ slink }: { slink: string }) {
  const { t } = useTranslation(['auth', 'errors', 'shell']);
  const texts = usePasswordTexts();
  const navigate = useNavigate();
  const ways = useOutletContext<SignInWays | undefined>();
  const offersReset = useStore(branding, (state) => state.brand.password_reset);
  const [wait, setWait] = useCountdown();
  const [announced, setAnnounced] = useState('');
  const [step, setStep] = useState<LoginAnswer | null>(null);
  /** What was not the form's own doing: the second step, or a passkey. */
  const [problem, setProblem] = useState<string | null>(null);
  const enterApp = () => navigate(takeWantedPath(), { replace: true });
  const form = useForm({
    initial: { username: '', password: '', stayLoggedIn: true },
    problems: ({ username, password }) => [
      ...(required(username) ? [] : [{ field: 'username', text: t('login.missingUsername') }]),
      ...(password === '' ? [{ field: 'password', text: t('login.missingPassword') }] : []),
    ],
    send: ({ username, ...rest }) => signIn({ slink, username: username.trim(), ...rest }),
    onSaved: (answer) => (answer.tfa_mode === '' ? enterApp() : setStep(answer)),
    onFailed: tell,
    toWords: () => null,
  });
  const { values, change, errorOf } = form;
  const { stayLoggedIn } = values;

  function tell(error: ApiError): void {
    const pause = error.retryAfter ?? (error.code === 'too_many' ? 30 : 0);
    setWait(pause);
    // Announced once with the whole pause; the visible countdown is hidden from screen readers.
    setAnnounced(error.code === 'too_many' ? toReason(t, { code: 'too_many', retryAfter: pause }) : '');
    setProblem(
      error.code === 'too_many' ? null : error.code === 'wrong_credentials' ? t('login.wrong') : toReason(t, error),
    );
  }

  async function submit(): Promise<void> {
    setProblem(null);
    if (wait === 0) await form.submit();
  }

  async function finish(answer: LoginAnswer): Promise<void> {
    await keepSignIn(answer, { username: values.username.trim(), stayLoggedIn });
    await enterApp();
  }

  /** The directory of the school has let somebody in, who may have another name here. */
  function enterThrough(answer: LoginAnswer & { username: string }): void {
    setProblem(null);
    change({ username: answer.username });
    if (answer.tfa_mode === '') void keepSignIn(answer, { username: answer.username, stayLoggedIn }).then(enterApp);
    else setStep(answer);
  }

  function goBack(why: string | null) {
    setStep(null);
    form.reset({ ...values, password: '' });
    setProblem(why);
  }

  if (step)
    return (
      <Suspense fallback={<Skeleton items={2} label={t('shell:titles.loading')} />}>
        <SecondStep slink={slink} stayLoggedIn={stayLoggedIn} answer={step} onDone={finish} onBack={goBack} />
      </Suspense>
    );

  return (
    <BareForm form={{ ...form, submit }} className={styles.form}>
      <TextField
        label={t('login.username')}
        icon="user"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={values.username}
        onChange={(username) => change({ username })}
        errorMessage={errorOf('username')}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => change({ password })}
        errorMessage={errorOf('password')}
        texts={texts}
      />
      <div className={styles.choices}>
        <Checkbox isSelected={stayLoggedIn} onChange={(next) => change({ stayLoggedIn: next })}>
          {t('login.stay')}
        </Checkbox>
        {offersReset && <Link to={`/login/${slink}/forgot`}>{t('forgot.link')}</Link>}
      </div>
      <Problem text={problem} />
      <p role="alert" className={styles.spoken}>
        {wait > 0 && announced}
      </p>
      {wait > 0 && announced !== '' && (
        <div aria-hidden="true">
          <ProblemNote text={toReason(t, { code: 'too_many', retryAfter: wait })} icon="clock" />
        </div>
      )}
      <Button type="submit" look="primary" wide isPending={form.isPending} isDisabled={wait > 0}>
        {t('login.submit')}
      </Button>
      <PasskeyButton
        text={t('login.passkey')}
        slink={slink}
        stayLoggedIn={stayLoggedIn}
        onDone={finish}
        onProblem={(error) => error && tell(error)}
      />
      {ways && (
        <Suspense fallback={null}>
          <ways.SignInWay
            slink={slink}
            stayLoggedIn={stayLoggedIn}
            credentials={values}
            isFilled={() => wait === 0 && form.check(['username', 'password'])}
            onDone={enterThrough}
            onProblem={tell}
          />
        </Suspense>
      )}
    </BareForm>
  );
}
