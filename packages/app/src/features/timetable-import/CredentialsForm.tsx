import { timetableImportApi } from '@kreide/core/features/timetable-import';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './ImportScreens.module.css';

export interface Credentials {
  username: string;
  password: string;
}

/** Makes credentials for the program that uploads, with the password of the account (T-7.127). */
export function CredentialsForm({ onMade }: { onMade: (made: Credentials) => void }) {
  const { t } = useTranslation(['timetable-import', 'auth']);
  const { school } = useSelf();
  const make = useMutation(mutationOf(timetableImportApi.createCredentials, { messages: false }));
  const form = useForm({
    initial: { password: '' },
    problems: ({ password }) => (password === '' ? [{ field: 'password', text: t('automatic.missing') }] : []),
    send: ({ password }) => make.mutateAsync({ params: { id: `${school.id}` }, body: { password } }),
    onSaved: onMade,
  });
  return (
    <BareForm form={form} className={styles.form}>
      <PasswordField
        label={t('auth:security.current')}
        name="upload_password"
        autoComplete="current-password"
        value={form.values.password}
        onChange={(password) => form.change({ password })}
        errorMessage={form.errorOf('password')}
        texts={usePasswordTexts()}
      />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" icon="plus" isPending={form.isPending}>
          {t('automatic.make')}
        </Button>
      </div>
    </BareForm>
  );
}
