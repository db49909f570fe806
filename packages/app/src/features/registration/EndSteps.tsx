import { type RegistrationBody, registrationApi } from '@kreide/core/features/registration';
import { ApiError, DEFAULT_LANGUAGE, isLanguage, writeDate } from '@kreide/core/kernel';
import { useNavigate } from 'react-router';
import { useForm } from '../../kernel/form/use-form.ts';
import { DEFAULT_ROUTE } from '../../kernel/guards.ts';
import { call } from '../../kernel/reading.ts';
import { signIn } from '../../kernel/sign-in.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useProblemWords } from '../auth/index.ts';
import { toLabel } from './ChoiceSteps.tsx';
import { endRegistration, type Progress } from './progress.ts';
import styles from './Registration.module.css';
import { StepForm, type StepProps } from './StepForm.tsx';

/** Everything of the way, as it is sent; null while something is missing. */
function toBody({ code, registration, entered }: Progress, language: string): RegistrationBody | null {
  const { firstname, lastname, sex, username, password, email = null, ...rest } = entered;
  if (!firstname || !lastname || !sex || !username || !password) return null;
  return {
    ...rest,
    code,
    firstname,
    lastname,
    sex,
    username,
    email,
    password,
    password_confirmation: password,
    terms_version: registration.terms_version,
    locale: isLanguage(language) ? language : DEFAULT_LANGUAGE,
  };
}

/** The last page: the account is set up, and its owner signed in (P-2.50). */
export function ConfirmationStep({ progress, onBack }: StepProps) {
  const { t, language } = useTranslation('registration');
  const toWords = useProblemWords();
  const navigate = useNavigate();
  const { entered, registration, child } = progress;
  const grade = registration.choices?.grades.find(({ id }) => id === entered.grade_id);

  const form = useForm({
    initial: {},
    // Without all of it this page is not reached.
    asks: () => toBody(progress, language) === null,
    send: async () => {
      const body = toBody(progress, language);
      if (!body) return '';
      const { username, password } = body;
      const enter = () => signIn({ slink: registration.school.slink, username, password, stayLoggedIn: true });
      await call(registrationApi.register, { body }, { messages: false }).catch(async (thrown: unknown) => {
        // An answer that was lost: the account is there already, and it is this one.
        if (ApiError.from(thrown).code !== 'code_used') throw thrown;
        await enter().catch(() => {
          throw thrown;
        });
      });
      return (await enter()).tfa_mode;
    },
    onSaved: (mode) => {
      endRegistration();
      navigate(mode === '' ? DEFAULT_ROUTE : `/${registration.school.slink}/login`, { replace: true });
    },
    toWords,
  });

  const facts = [
    [t('confirmation.school'), registration.school.name],
    [t('confirmation.name'), `${entered.firstname} ${entered.lastname}`],
    [t('username.title'), entered.username],
    [t('email.title'), entered.email || t('confirmation.noEmail')],
    ...(child ? [[t('confirmation.child'), child.displayname]] : []),
    ...(grade ? [[t('grade.title'), toLabel(grade)]] : []),
  ];
  return (
    <StepForm
      title={t('confirmation.title')}
      intro={t('confirmation.intro')}
      form={form}
      submitText={t('confirmation.submit')}
      onBack={onBack}
    >
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </StepForm>
  );
}

/** Why a code opens nothing: used, over or withdrawn, for whom and when (P-2.51). */
export function BlockStep({ progress }: StepProps) {
  const { t, language } = useTranslation('registration');
  const { state, name, on, school } = progress.registration;
  const date = writeDate(language, on, 'long');
  const kind = state === 'expired' || state === 'withdrawn' ? state : 'used';
  const text =
    kind === 'used' && name === null
      ? t('block.usedChildText', { date })
      : t(`block.${kind}Text`, { date, name: name ?? '' });
  return (
    <EmptyState
      headingLevel={1}
      icon={kind === 'expired' ? 'clock' : 'lock'}
      title={t(`block.${kind}Title`)}
      text={text}
      action={
        <div className={styles.actions}>
          <LinkButton look="primary" href={`/${school.slink}/login`}>
            {t('code.toLogin')}
          </LinkButton>
          <LinkButton href={`/${school.slink}/register`}>{t('block.other')}</LinkButton>
        </div>
      }
    />
  );
}
