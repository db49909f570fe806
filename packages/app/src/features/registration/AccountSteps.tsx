import { isUsername, registrationApi } from '@kreide/core/features/registration';
import { SEXES, type Sex } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { email as isEmail } from '@kreide/core/validation';
import { useQuery } from '@tanstack/react-query';
import { useForm } from '../../kernel/form/use-form.ts';
import { call, queryOf } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { NewPasswordFields, NO_PASSWORD, useNewPasswordRules, useProblemWords } from '../auth/index.ts';
import { NameFields, type Names, trimNames, useNameRules } from './NameFields.tsx';
import { StepForm, type StepProps } from './StepForm.tsx';

/** What the server does not refuse by itself: somebody else has it. */
const takenAt = (field: string, message: string): ApiError =>
  new ApiError({ code: 'invalid', issues: [{ path: `body.${field}`, rule: 'taken', message }] });

/** First and last name, which the school knows of some, and how to be addressed (P-2.43). */
export function CredentialsStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { entered, registration } = progress;
  const isKnown = registration.person !== null;
  const first: Names & { sex: Sex } = {
    firstname: entered.firstname ?? '',
    lastname: entered.lastname ?? '',
    sex: entered.sex ?? 'NONE',
  };
  const form = useForm({
    initial: first,
    problems: useNameRules(),
    send: async ({ sex, ...names }) => onDone({ ...trimNames(names), sex }),
  });

  return (
    <StepForm
      title={t('credentials.title')}
      intro={t(isKnown ? 'credentials.known' : 'credentials.intro')}
      form={form}
      onBack={onBack}
    >
      <NameFields form={form} of="self" isReadOnly={isKnown} />
      <ChoiceList
        label={t('sex.label')}
        options={SEXES.map((key) => ({ key, text: t(`sex.${key}`) }))}
        value={form.values.sex}
        onChange={(sex) => form.change({ sex })}
      />
    </StepForm>
  );
}

/** Its availability is checked before going on (P-2.44). */
export function EmailStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { code, registration, entered } = progress;
  const isOptional = registration.type === 'STUDENT';
  const toWords = useProblemWords();
  const form = useForm({
    initial: { email: entered.email ?? '' },
    problems: ({ email }) => {
      const text = email.trim();
      if (text === '') return isOptional ? [] : [{ field: 'email', text: t('rules.emailRequired') }];
      return isEmail(text) ? [] : [{ field: 'email', text: t('rules.email') }];
    },
    send: async (values) => {
      const email = values.email.trim() || null;
      const body = { code, email: email ?? '' };
      if (email && !(await call(registrationApi.checkEmail, { body }, { messages: false })).is_free)
        throw takenAt('email', t('rules.emailTaken'));
      onDone({ email });
    },
    toWords,
  });

  return (
    <StepForm title={t('email.title')} intro={t('email.intro')} form={form} onBack={onBack}>
      <TextField
        label={t('email.title')}
        description={isOptional ? t('email.optional') : undefined}
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        autoFocus
        value={form.values.email}
        onChange={(email) => form.change({ email })}
        errorMessage={form.errorOf('email')}
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
  const suggested = suggestion.data?.username ?? '';
  const toWords = useProblemWords();
  const form = useForm({
    initial: { username: entered.username ?? suggested },
    item: suggested,
    latest: { item: suggested, values: { username: entered.username ?? suggested } },
    problems: ({ username }) => (isUsername(username.trim()) ? [] : [{ field: 'username', text: t('rules.username') }]),
    send: async (values) => {
      const username = values.username.trim();
      const body = { code, username };
      if (!(await call(registrationApi.checkUsername, { body }, { messages: false })).is_free)
        throw takenAt('username', t('rules.usernameTaken'));
      onDone({ username });
    },
    toWords,
  });

  return (
    <StepForm title={t('username.title')} intro={t('username.intro')} form={form} onBack={onBack}>
      <TextField
        label={t('username.title')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={form.values.username}
        onChange={(username) => form.change({ username })}
        errorMessage={form.errorOf('username')}
      />
    </StepForm>
  );
}

/** Under the rules of every new password (P-2.46); it stays in memory. */
export function PasswordStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const form = useForm({
    initial: NO_PASSWORD,
    problems: useNewPasswordRules(),
    send: async ({ password }) => onDone({ password }),
  });

  return (
    <StepForm title={t('password.title')} intro={t('password.intro')} form={form} onBack={onBack}>
      {/* Programs that keep passwords take the name from here. */}
      <input type="hidden" name="username" autoComplete="username" value={progress.entered.username ?? ''} readOnly />
      <NewPasswordFields values={form.values} onChange={form.change} errorOf={form.errorOf} autoFocus />
    </StepForm>
  );
}
