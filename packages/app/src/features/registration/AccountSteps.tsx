import { isUsername, registrationApi } from '@kreide/core/features/registration';
import { SEXES, type Sex } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { email as isEmail } from '@kreide/core/validation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queryOf } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { NewPasswordFields, useNewPassword, useProblemWords } from '../auth/index.ts';
import { NameFields, useNames } from './NameFields.tsx';
import { StepForm, type StepProps } from './StepForm.tsx';

/** First and last name, which the school knows of some, and how to be addressed (P-2.43). */
export function CredentialsStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { entered, registration } = progress;
  const isKnown = registration.person !== null;
  const entry = useNames(entered);
  const [sex, setSex] = useState<Sex>(entered.sex ?? 'NONE');

  function submit(): boolean {
    if (!entry.check()) return false;
    onDone({ ...entry.names, sex });
    return true;
  }

  return (
    <StepForm
      title={t('credentials.title')}
      intro={t(isKnown ? 'credentials.known' : 'credentials.intro')}
      onBack={onBack}
      onSubmit={submit}
    >
      <NameFields entry={entry} of="self" isReadOnly={isKnown} />
      <ChoiceList
        label={t('sex.label')}
        options={SEXES.map((key) => ({ key, text: t(`sex.${key}`) }))}
        value={sex}
        onChange={setSex}
      />
    </StepForm>
  );
}

/** What the server says of a name before it goes on; null: it can be used. */
function useCheck(ask: () => Promise<boolean>, taken: string) {
  const toWords = useProblemWords();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function check(): Promise<boolean> {
    setPending(true);
    try {
      const isFree = await ask();
      setProblem(isFree ? null : taken);
      return isFree;
    } catch (thrown) {
      setProblem(toWords(ApiError.from(thrown)));
      return false;
    } finally {
      setPending(false);
    }
  }
  return { isPending, problem, setProblem, check };
}

/** Its availability is checked before going on (P-2.44). */
export function EmailStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { code, registration, entered } = progress;
  const isOptional = registration.type === 'STUDENT';
  const [value, setValue] = useState(entered.email ?? '');
  const email = value.trim();
  const { isPending, problem, setProblem, check } = useCheck(async () => {
    const body = { code, email };
    return (await call(registrationApi.checkEmail, { body }, { messages: false })).is_free;
  }, t('rules.emailTaken'));

  async function submit(): Promise<boolean> {
    const isEmpty = email === '';
    if (isEmpty && !isOptional) setProblem(t('rules.emailRequired'));
    else if (!isEmpty && !isEmail(email)) setProblem(t('rules.email'));
    else if (isEmpty || (await check())) {
      onDone({ email: email || null });
      return true;
    }
    return false;
  }

  return (
    <StepForm title={t('email.title')} intro={t('email.intro')} isPending={isPending} onBack={onBack} onSubmit={submit}>
      <TextField
        label={t('email.title')}
        description={isOptional ? t('email.optional') : undefined}
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        autoFocus
        value={value}
        onChange={(text) => {
          setValue(text);
          setProblem(null);
        }}
        errorMessage={problem ?? undefined}
      />
    </StepForm>
  );
}

/** A free one is suggested; another is checked before going on (P-2.45). */
export function UsernameStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { code, entered } = progress;
  const { firstname = '', lastname = '' } = entered;
  const suggestion = useQuery({
    ...queryOf(registrationApi.suggestUsername, { query: { code, firstname, lastname } }, { staleTime: 60_000 }),
    enabled: entered.username === undefined,
  });
  const [typed, setTyped] = useState<string | null>(entered.username ?? null);
  const value = typed ?? suggestion.data?.username ?? '';
  const username = value.trim();
  const { isPending, problem, setProblem, check } = useCheck(async () => {
    const body = { code, username };
    return (await call(registrationApi.checkUsername, { body }, { messages: false })).is_free;
  }, t('rules.usernameTaken'));

  async function submit(): Promise<boolean> {
    if (!isUsername(username)) setProblem(t('rules.username'));
    else if (await check()) {
      onDone({ username });
      return true;
    }
    return false;
  }

  return (
    <StepForm
      title={t('username.title')}
      intro={t('username.intro')}
      isPending={isPending}
      onBack={onBack}
      onSubmit={submit}
    >
      <TextField
        label={t('username.title')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={value}
        onChange={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        errorMessage={problem ?? undefined}
      />
    </StepForm>
  );
}

/** Under the rules of every new password (P-2.46); it stays in memory. */
export function PasswordStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const entry = useNewPassword();

  function submit(): boolean {
    if (!entry.check()) return false;
    onDone({ password: entry.password });
    return true;
  }

  return (
    <StepForm title={t('password.title')} intro={t('password.intro')} onBack={onBack} onSubmit={submit}>
      {/* Programs that keep passwords take the name from here. */}
      <input type="hidden" name="username" autoComplete="username" value={progress.entered.username ?? ''} readOnly />
      <NewPasswordFields entry={entry} autoFocus />
    </StepForm>
  );
}
