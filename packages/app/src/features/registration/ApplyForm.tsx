import {
  APPLICATION_DAYS,
  APPLICATION_TEXT,
  type ApplicationPath,
  applicationApi,
} from '@kreide/core/features/registration';
import type { UserType } from '@kreide/core/kernel';
import { email as isEmail } from '@kreide/core/validation';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useProblemWords } from '../auth/index.ts';
import styles from './Apply.module.css';
import { StepForm } from './StepForm.tsx';

interface ApplyFormProps {
  uuid: string;
  path: ApplicationPath;
  type: UserType;
  ticket: string;
  /** Opens the form anew, with another ticket. */
  renew: () => void;
}

const EMPTY = { firstname: '', lastname: '', email: '', phone: '', child: '', message: '', website: '' };
type Field = keyof typeof EMPTY;

/** The form beneath the page of the school; sent once, with what the school needs to answer (P-2.21). */
export function ApplyForm({ uuid, path, type, ticket, renew }: ApplyFormProps) {
  const { t, language } = useTranslation('registration');
  const navigate = useNavigate();
  const toWords = useProblemWords();
  const apply = useMutation(mutationOf(applicationApi.apply, { messages: false }));
  const isParent = type === 'PARENT';
  const required: Field[] = ['firstname', 'lastname', 'email', ...(isParent ? (['child'] as const) : [])];
  const wrongOf = (field: Field, value: string): string | undefined => {
    if (value.trim() === '') return t('rules.required');
    return field === 'email' && !isEmail(value.trim()) ? t('rules.email') : undefined;
  };
  const optional = (value: string) => value.trim() || null;

  const form = useForm({
    initial: EMPTY,
    problems: (values) =>
      required.flatMap((field) => {
        const text = wrongOf(field, values[field]);
        return text === undefined ? [] : [{ field, text }];
      }),
    send: ({ firstname, lastname, email, phone, child, message, website }) => {
      const body = {
        school_uuid: uuid,
        type,
        ticket,
        website,
        firstname: firstname.trim(),
        lastname: lastname.trim(),
        email: email.trim(),
        phone: optional(phone),
        child: isParent ? optional(child) : null,
        message: optional(message),
        locale: language,
      };
      return apply.mutateAsync({ body });
    },
    onSaved: () => navigate(`/school/page/info/${path}/${uuid}/register/confirmed`, { replace: true }),
    onFailed: ({ code }) => code === 'form_expired' && renew(),
    toWords,
  });
  const fieldOf = (field: Field, maxLength: number) => ({
    name: field,
    maxLength,
    value: form.values[field],
    onChange: (value: string) => form.change({ [field]: value }),
    errorMessage: form.errorOf(field),
  });
  return (
    <div className={styles.form}>
      <StepForm
        headingLevel={2}
        title={t('apply.formTitle')}
        intro={t('apply.formIntro')}
        form={form}
        submitText={t('apply.send')}
        onBack={() => void navigate(`/school/page/info/${path}/${uuid}`)}
      >
        <TextField label={t('credentials.firstname')} autoComplete="given-name" {...fieldOf('firstname', 100)} />
        <TextField label={t('credentials.lastname')} autoComplete="family-name" {...fieldOf('lastname', 100)} />
        <TextField
          label={t('apply.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...fieldOf('email', 254)}
        />
        <TextField label={t('apply.phone')} type="tel" autoComplete="tel" {...fieldOf('phone', 40)} />
        {isParent && (
          <TextField label={t('apply.child')} autoComplete="off" {...fieldOf('child', APPLICATION_TEXT.child)} />
        )}
        <TextField label={t('apply.message')} autoComplete="off" {...fieldOf('message', APPLICATION_TEXT.message)} />
        <div className={styles.trap} aria-hidden="true">
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={(event) => form.change({ website: event.target.value })}
          />
        </div>
        <p className={styles.kept}>
          {t('apply.kept', { open: APPLICATION_DAYS.open, answered: APPLICATION_DAYS.answered })}
        </p>
      </StepForm>
    </div>
  );
}
