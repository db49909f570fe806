import { timetableImportApi } from '@kreide/core/features/timetable-import';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
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
  const { t } = useTranslation(['timetable-import', 'auth', 'errors']);
  const { school } = useSelf();
  const [password, setPassword] = useState('');
  const [hasTried, setTried] = useState(false);
  const make = useMutation({
    ...mutationOf(timetableImportApi.createCredentials, { messages: false }),
    onSuccess: onMade,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (password === '' || make.isPending) return;
    make.mutate({ params: { id: `${school.id}` }, body: { password } });
  }

  const wrong = make.error?.issues.find(({ path }) => path === 'body.password')?.message;
  const problem = make.error && !wrong ? t(`errors:${make.error.code}`) : null;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={t('auth:security.current')}
        name="upload_password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errorMessage={(hasTried && password === '' ? t('automatic.missing') : undefined) ?? wrong}
        texts={usePasswordTexts()}
      />
      <Problem text={problem} />
      <div className={styles.actions}>
        <Button type="submit" icon="plus" isPending={make.isPending}>
          {t('automatic.make')}
        </Button>
      </div>
    </form>
  );
}
