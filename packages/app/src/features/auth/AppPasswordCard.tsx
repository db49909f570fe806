import {
  APP_PASSWORD_PURPOSES,
  type AppPassword,
  type AppPasswordPurpose,
  appPasswordApi,
  toFilesPath,
} from '@kreide/core/features/auth';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SELF } from './factor-wish.ts';
import styles from './SecondFactor.module.css';
import { useProblemWords } from './use-problem-words.ts';

interface Made {
  name: string;
  purpose: AppPassword['purpose'];
  app_password: string;
}

/** Passwords for programs that know no second step: to make one, to see when it was used, and to be rid of it. */
export function AppPasswordCard() {
  const { t } = useTranslation(['two-factor', 'shell', 'errors']);
  const query = useQuery(queryOf(appPasswordApi.listAppPasswords, SELF));
  const [step, setStep] = useState<'list' | 'add' | Made>('list');
  const [leaving, setLeaving] = useState<AppPassword | null>(null);
  return (
    <>
      <h2>{t('programs.title')}</h2>
      <p>{t('programs.about')}</p>
      <Loaded
        query={query}
        skeleton={{ items: 1, label: t('shell:titles.loading') }}
        errorTitle={t('shell:connectionLost.title')}
      >
        {(list) =>
          list.length > 0 && (
            <RowList label={t('programs.title')}>
              {list.map((one) => (
                <AppPasswordRow key={one.id} appPassword={one} onPress={() => setLeaving(one)} />
              ))}
            </RowList>
          )
        }
      </Loaded>
      {typeof step === 'object' && <NewAppPassword made={step} onClose={() => setStep('list')} />}
      {step === 'add' && <AddAppPassword onMade={setStep} onClose={() => setStep('list')} />}
      {step === 'list' && (
        <Button icon="plus" onPress={() => setStep('add')}>
          {t('programs.add')}
        </Button>
      )}
      {leaving && <RemoveAppPassword appPassword={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function AppPasswordRow({ appPassword, onPress }: { appPassword: AppPassword; onPress: () => void }) {
  const { t, language } = useTranslation('two-factor');
  const { school } = useSelf();
  const { name, purpose, created_at, last_used_at } = appPassword;
  const say = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'long');
  const used = last_used_at
    ? t('sessions.used', { date: say(last_used_at) })
    : t('programs.never', { date: say(created_at) });
  const about = `${t(`programs.purposes.${purpose}`)} · ${used}`;
  return <ActionRow icon="trash" text={t('programs.remove', { name })} about={about} onPress={onPress} />;
}

/** The password, shown this once. */
function NewAppPassword({ made: { name, purpose, app_password }, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation('two-factor');
  const { school } = useSelf();
  const copyTexts = useCopyTexts();
  return (
    <div className={styles.form}>
      <p role="status">{t('programs.made', { name })}</p>
      <CopyField label={t('programs.value')} value={app_password} texts={copyTexts} autoFocus />
      {purpose === 'files' && (
        <>
          <CopyField
            label={t('programs.address')}
            value={location.origin + toFilesPath(school.slink)}
            texts={copyTexts}
          />
          <p>{t('programs.mount')}</p>
        </>
      )}
      <div className={styles.actions}>
        <Button look="primary" onPress={onClose}>
          {t('programs.close')}
        </Button>
      </div>
    </div>
  );
}

function AddAppPassword({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'auth']);
  const toWords = useProblemWords();
  const make = useMutation(
    mutationOf(appPasswordApi.createAppPassword, { touches: [appPasswordApi.listAppPasswords], messages: false }),
  );
  const form = useForm({
    initial: { name: '', password: '', purpose: 'program' as AppPasswordPurpose },
    problems: (values) => blankProblems(values, { name: t('settings.missing'), password: t('settings.missing') }),
    send: ({ name, password, purpose }) =>
      make.mutateAsync({ ...SELF, body: { name: name.trim(), password, purpose } }),
    onSaved: onMade,
    toWords: (error) => (error.code === 'app_passwords_full' ? t('programs.full') : toWords(error)),
  });
  const { values, change, errorOf } = form;
  return (
    <BareForm form={form} className={styles.form}>
      <TextField
        label={t('programs.name')}
        name="program_name"
        autoFocus
        maxLength={60}
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={errorOf('name')}
      />
      <ChoiceList
        label={t('programs.purpose')}
        options={APP_PASSWORD_PURPOSES.map((key) => ({ key, text: t(`programs.purposes.${key}`) }))}
        value={values.purpose}
        onChange={(purpose) => change({ purpose })}
      />
      {values.purpose === 'files' && <p>{t('programs.filesAbout')}</p>}
      <PasswordField
        label={t('auth:security.current')}
        name="program_password"
        autoComplete="current-password"
        value={values.password}
        onChange={(password) => change({ password })}
        errorMessage={errorOf('password')}
        texts={usePasswordTexts()}
      />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" icon="plus" isPending={form.isPending}>
          {t('programs.add')}
        </Button>
        <Button onPress={onClose}>{t('settings.cancel')}</Button>
      </div>
    </BareForm>
  );
}

function RemoveAppPassword({ appPassword: { id, name }, onClose }: { appPassword: AppPassword; onClose: () => void }) {
  const { t } = useTranslation(['two-factor', 'shell']);
  const toWords = useProblemWords();
  const remove = useMutation({
    ...mutationOf(appPasswordApi.removeAppPassword, { touches: [appPasswordApi.listAppPasswords], messages: false }),
    onSuccess: onClose,
    onError: (error) => {
      toasts.show('error', toWords(error));
      onClose();
    },
  });
  const title = t('programs.remove', { name });
  return (
    <ConfirmDialog
      title={title}
      texts={{ confirm: title, cancel: t('settings.cancel'), close: t('shell:close') }}
      icon="trash"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: 'self', app_password_id: String(id) } })}
      onClose={onClose}
    >
      <p>{t('programs.removeText')}</p>
    </ConfirmDialog>
  );
}
