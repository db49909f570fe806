import { type Passkey, passkeyApi, secondStepApi } from '@kreide/core/features/auth';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateQueries, mutationOf, queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SELF } from './factor-wish.ts';
import styles from './SecondFactor.module.css';
import { useProblemWords } from './use-problem-words.ts';

/** The passkeys of the account: what they are for, a way to add one, and to be rid of one. */
export function PasskeyCard() {
  const { t } = useTranslation('two-factor');
  const { data } = useQuery(queryOf(secondStepApi.getSecondFactor, SELF));
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const hasPasskeys = data !== undefined && data.passkeys.length > 0;
  return (
    <>
      <h2>{t('passkeys.title')}</h2>
      <p>{t('passkeys.about')}</p>
      {hasPasskeys && (
        <RowList label={t('passkeys.title')}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onPress={() => setLeaving(passkey)} />
          ))}
        </RowList>
      )}
      {isAdding ? (
        <AddPasskey onClose={() => setAdding(false)} />
      ) : (
        <Button icon="plus" onPress={() => setAdding(true)}>
          {t('passkeys.add')}
        </Button>
      )}
      {leaving && <RemovePasskey passkey={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function PasskeyRow({ passkey, onPress }: { passkey: Passkey; onPress: () => void }) {
  const { t, language } = useTranslation('two-factor');
  const { school } = useSelf();
  const say = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'long');
  const about = passkey.last_used_at
    ? t('passkeys.used', { date: say(passkey.last_used_at) })
    : t('passkeys.added', { date: say(passkey.created_at) });
  return <ActionRow icon="trash" text={t('passkeys.remove', { name: passkey.name })} about={about} onPress={onPress} />;
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'shell']);
  const toWords = useProblemWords();
  const remove = useMutation({
    ...mutationOf(passkeyApi.removePasskey, { touches: [secondStepApi.getSecondFactor], messages: false }),
    onSuccess: onClose,
    onError: (error) => {
      toasts.show('error', error.code === 'last_passkey' ? t('passkeys.last') : toWords(error));
      onClose();
    },
  });
  const name = t('passkeys.remove', { name: passkey.name });
  return (
    <ConfirmDialog
      title={name}
      texts={{ confirm: name, cancel: t('settings.cancel'), close: t('shell:close') }}
      icon="trash"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: 'self', passkey_id: String(passkey.id) } })}
      onClose={onClose}
    >
      <p>{t('passkeys.removeText')}</p>
    </ConfirmDialog>
  );
}

/** A name and the password, and then the device asks. */
function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'auth']);
  const toWords = useProblemWords();
  const form = useForm({
    initial: { name: '', password: '' },
    problems: (values) => blankProblems(values, { name: t('settings.missing'), password: t('settings.missing') }),
    send: async ({ name, password }) => (await import('./passkey.ts')).addPasskey(name.trim(), password),
    onSaved: async () => {
      await invalidateQueries(secondStepApi.getSecondFactor);
      toasts.show('success', t('passkeys.done'));
      onClose();
    },
    // What the device itself refuses is no error of the server.
    toWords: (error) => (error.cause === undefined ? toWords(error) : t('passkeys.failed')),
  });
  const { values, change, errorOf } = form;
  const texts = usePasswordTexts();
  return (
    <BareForm form={form} className={styles.form}>
      <TextField
        label={t('passkeys.name')}
        name="passkey_name"
        autoFocus
        maxLength={60}
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={errorOf('name')}
      />
      <PasswordField
        label={t('auth:security.current')}
        name="passkey_password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => change({ password })}
        errorMessage={errorOf('password')}
        texts={texts}
      />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" icon="plus" isPending={form.isPending}>
          {t('passkeys.add')}
        </Button>
        <Button onPress={onClose}>{t('settings.cancel')}</Button>
      </div>
    </BareForm>
  );
}
