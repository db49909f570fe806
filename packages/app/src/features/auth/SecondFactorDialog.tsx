import { RESEND_SECONDS, type SecondFactor, secondStepApi } from '@kreide/core/features/auth';
import type { TfaMode } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { client } from '../../kernel/client.ts';
import { invalidateQueries } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CodeField } from './CodeField.tsx';
import { type FactorWish, SELF } from './factor-wish.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './SecondFactor.module.css';
import { useCountdown } from './use-countdown.ts';
import { useProblemWords } from './use-problem-words.ts';

interface SecondFactorDialogProps {
  wish: FactorWish;
  factor: SecondFactor;
  onClose: () => void;
}

/** Changes the second step with the password and the codes that it takes; then shows the recovery codes, once. */
export function SecondFactorDialog({ wish, factor, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation(['two-factor', 'auth', 'shell']);
  const toWords = useProblemWords();
  const copyTexts = useCopyTexts();
  const texts = usePasswordTexts();
  const formId = useId();
  const mode: TfaMode = wish === 'renew' || wish === 'off' ? factor.mode : wish;
  const needsCode = factor.is_enabled;
  const needsNewCode = wish === 'totp' || wish === 'email';
  const [problem, setProblem] = useState<string | null>(null);
  const [totp, setTotp] = useState<{ key: string; uri: string } | null>(null);
  const [pause, setPause] = useCountdown();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function setUp(way: 'totp' | 'email') {
    setProblem(null);
    try {
      const { data } = await client.call(
        secondStepApi.setUpSecondFactor,
        { ...SELF, body: { mode: way } },
        { messages: false },
      );
      if (data.totp) setTotp(data.totp);
      else setPause(data.seconds);
    } catch (thrown) {
      const error = ApiError.from(thrown);
      if (way === 'email') setPause(error.retryAfter ?? RESEND_SECONDS);
      setProblem(toWords(error));
    }
  }

  const begin = useEffectEvent(() => {
    if (needsNewCode) void setUp(wish);
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    // A second key, or a second code, would make the first one worthless.
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);

  const form = useForm({
    initial: { password: '', code: '', new_code: '' },
    problems: (values) => {
      const missing = t('settings.missing');
      const texts = {
        password: missing,
        ...(needsCode && { code: missing }),
        ...(needsNewCode && { new_code: missing }),
      };
      return blankProblems(values, texts);
    },
    send: async ({ password, code, new_code }) => {
      setProblem(null);
      const body = {
        password,
        is_enabled: wish !== 'off',
        mode,
        ...(needsCode && { code: code.trim() }),
        ...(needsNewCode && { new_code: new_code.trim() }),
      };
      return (await client.call(secondStepApi.changeSecondFactor, { ...SELF, body }, { messages: false })).data;
    },
    onSaved: (data) => {
      void invalidateQueries(secondStepApi.getSecondFactor);
      // Told when the codes are kept: above them it would hide some.
      if (data.is_enabled) setCodes(data.new_recovery_codes);
      else close('settings.doneOff');
    },
    toWords,
  });
  const { values, change, errorOf } = form;

  function close(done: 'settings.doneOn' | 'settings.doneOff') {
    toasts.show('success', t(done));
    onClose();
  }

  if (codes)
    return (
      <Dialog
        isOpen
        title={t('codes.title')}
        closeLabel={t('shell:close')}
        actions={
          <Button look="primary" icon="check" onPress={() => close('settings.doneOn')}>
            {t('codes.done')}
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    );

  const titles = {
    totp: factor.is_enabled ? t('settings.toTotp') : t('settings.byTotp'),
    email: factor.is_enabled ? t('settings.toEmail') : t('settings.byEmail'),
    passkey: factor.is_enabled ? t('settings.toPasskey') : t('settings.byPasskey'),
    renew: t('settings.renew'),
    off: t('settings.turnOff'),
  };
  const currentLabels = {
    email: t('settings.currentEmail'),
    totp: t('settings.currentTotp'),
    passkey: t('settings.currentPasskey'),
  };
  const sendsMail = wish === 'email' || (needsCode && factor.mode === 'email');
  return (
    <Dialog
      isOpen
      title={titles[wish]}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('settings.cancel')}</Button>
          <Button look={wish === 'off' ? 'danger' : 'primary'} type="submit" form={formId} isPending={form.isPending}>
            {wish === 'off' ? t('settings.turnOff') : t('settings.confirm')}
          </Button>
        </>
      }
    >
      <BareForm form={form} id={formId} className={styles.form}>
        {wish === 'off' && <p>{t('settings.offText')}</p>}
        {wish === 'renew' && <p>{t('settings.renewText')}</p>}
        {totp && (
          <>
            <p>{t('settings.scan')}</p>
            <QrCode text={totp.uri} label={t('settings.qr')} />
            <CopyField label={t('settings.key')} value={totp.key.replace(/(.{4})(?=.)/g, '$1 ')} texts={copyTexts} />
          </>
        )}
        {sendsMail && (
          <div className={styles.actions}>
            <Button icon="refresh" isDisabled={pause > 0} onPress={() => setUp('email')}>
              {pause > 0 ? t('step.resendIn', { count: pause }) : t('settings.send')}
            </Button>
          </div>
        )}
        {needsNewCode && (
          <CodeField
            kind="digits"
            label={t(wish === 'totp' ? 'settings.newTotp' : 'settings.newEmail')}
            name="new_code"
            value={values.new_code}
            onChange={(new_code) => change({ new_code })}
            errorMessage={errorOf('new_code')}
          />
        )}
        {needsCode && (
          <CodeField
            kind="either"
            label={currentLabels[factor.mode]}
            value={values.code}
            onChange={(code) => change({ code })}
            errorMessage={errorOf('code')}
          />
        )}
        <PasswordField
          label={t('auth:security.current')}
          name="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(password) => change({ password })}
          errorMessage={errorOf('password')}
          texts={texts}
        />
        <Problem text={problem ?? form.failure} />
      </BareForm>
    </Dialog>
  );
}
