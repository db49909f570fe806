import { isSixDigits, type LoginAnswer, RESEND_SECONDS, secondStepApi, toPlainCode } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { client } from '../../kernel/client.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { CodeField } from './CodeField.tsx';
import { SELF } from './factor-wish.ts';
import styles from './LoginScreen.module.css';
import { PasskeyButton } from './PasskeyButton.tsx';
import type { signWithPasskey } from './passkey.ts';
import { useCountdown } from './use-countdown.ts';
import { useProblemWords } from './use-problem-words.ts';

/** The proof of the second step: a code, or the signature of a passkey. */
export type Proof = { code: string } | { credential: Awaited<ReturnType<typeof signWithPasskey>> };

export interface SecondStepProps {
  slink: string;
  stayLoggedIn: boolean;
  /** Of the password: its token opens this step alone (P-4.06). */
  answer: Pick<LoginAnswer, 'access_token' | 'second_step'>;
  onDone: (answer: LoginAnswer) => Promise<void>;
  /** The purpose of a code or a passkey, if it is not signing in. */
  onProof?: (proof: Proof) => Promise<void>;
  /** To the password again; why, in words, where nobody asked for that. */
  onBack: (why: string | null) => void;
  /** The name of the first step where nobody gave a password. */
  backText?: string;
}

/** The second step of a sign-in: six digits of an app or an e-mail, or a recovery code. */
export function SecondStep({ slink, stayLoggedIn, answer, onDone, onProof, onBack, backText }: SecondStepProps) {
  const { t } = useTranslation('two-factor');
  const toWords = useProblemWords();
  const { ways = [], address = null } = answer.second_step ?? {};
  const hasDigits = ways.includes('email') || ways.includes('totp');
  const [isRecovery, setRecovery] = useState(!hasDigits);
  const [problem, setProblem] = useState<string | null>(null);
  const [isResent, setResent] = useState(false);
  const [pause, setPause] = useCountdown(address === null ? 0 : RESEND_SECONDS);
  const token = answer.access_token;

  function refuse(refused: ApiError): void {
    if (refused.code === 'not_found') onBack(t('step.over'));
    else if (refused.code !== 'wrong_code') setProblem(toWords(refused));
  }

  const form = useForm({
    initial: { code: '', is_trusted: false },
    problems: ({ code }) => {
      const isComplete = isRecovery ? toPlainCode(code).length >= 10 : isSixDigits(code);
      return isComplete ? [] : [{ field: 'code', text: t(isRecovery ? 'step.missingRecovery' : 'step.missingCode') }];
    },
    send: async ({ code, is_trusted }) => {
      if (onProof) return onProof({ code });
      const body = { token, code, is_trusted };
      return onDone(await client.call(secondStepApi.verifySecondStep, { ...SELF, body }, { messages: false }));
    },
    onFailed: refuse,
  });
  const { values, change } = form;
  const isWrong = form.error?.code === 'wrong_code';

  async function submit(): Promise<void> {
    setProblem(null);
    await form.submit();
  }

  async function resend() {
    setResent(false);
    setProblem(null);
    try {
      const { data } = await client.call(
        secondStepApi.sendSecondStepCode,
        { ...SELF, body: { token } },
        { messages: false },
      );
      setPause(data.seconds);
      setResent(true);
    } catch (thrown) {
      const refused = ApiError.from(thrown);
      if (refused.code === 'too_many') setPause(refused.retryAfter ?? RESEND_SECONDS);
      refuse(refused);
    }
  }

  function turn() {
    setRecovery(!isRecovery);
    form.reset({ ...values, code: '' });
  }

  const isMailed = ways.includes('email') && !isRecovery;
  return (
    <BareForm form={{ ...form, submit }} className={styles.form}>
      <h2>{t('step.title')}</h2>
      <p>
        {isRecovery
          ? t('step.recoveryText')
          : !isMailed
            ? t('step.appText')
            : address === null
              ? t('step.noMail')
              : t('step.mailText', { address })}
      </p>
      <CodeField
        key={String(isRecovery)}
        kind={isRecovery ? 'recovery' : 'digits'}
        value={values.code}
        onChange={(code) => change({ code })}
        errorMessage={form.errorOf('code') ?? (isWrong ? t('step.wrong') : undefined)}
        autoFocus
      />
      {!onProof && (
        <Checkbox isSelected={values.is_trusted} onChange={(is_trusted) => change({ is_trusted })}>
          {t('step.trust')}
        </Checkbox>
      )}
      <Problem text={problem} />
      <Button type="submit" look="primary" wide isPending={form.isPending}>
        {t('step.submit')}
      </Button>
      {ways.includes('passkey') && (
        <PasskeyButton
          text={t('step.passkey')}
          slink={slink}
          stayLoggedIn={stayLoggedIn}
          token={token}
          onDone={onDone}
          onProof={onProof}
          onProblem={(error) => (error ? refuse(error) : setProblem(t('passkeys.failed')))}
        />
      )}
      <div className={styles.ways}>
        {isMailed && (
          <Button look="quiet" icon="refresh" isDisabled={pause > 0} onPress={resend}>
            {pause > 0 ? t('step.resendIn', { count: pause }) : t('step.resend')}
          </Button>
        )}
        {hasDigits && (
          <Button look="quiet" icon="lock" onPress={turn}>
            {t(isRecovery ? 'step.useCode' : 'step.useRecovery')}
          </Button>
        )}
        <Button look="quiet" icon="arrowLeft" onPress={() => onBack(null)}>
          {backText ?? t('step.back')}
        </Button>
      </div>
      <p role="status">{isResent && t('step.resent')}</p>
    </BareForm>
  );
}
