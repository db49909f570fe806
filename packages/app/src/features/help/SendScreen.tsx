import {
  FEEDBACK_CODE_MAXIMUM,
  FEEDBACK_TEXT_MAXIMUM,
  type FeedbackKind,
  helpApi,
  type SentFact,
} from '@kreide/core/features/help';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Faq.module.css';
import { readFacts } from './facts.ts';
import { supportQuery } from './support-queries.ts';

/** `/help/send/:code?`: a question or wish to those who run the product (P-2.85). */
export const SendScreen = () => <SupportForm kind="message" code={useParams().code ?? ''} facts={[]} />;

/** `/management/:schoolUuid/submit-query`: a question of those who administer the school, also where it keeps the way closed for others (T-2.82). */
export function SubmitQueryScreen() {
  const [facts] = useState(readFacts);
  return <SupportForm kind="message" code="" facts={facts} />;
}

/** `/help/report`: something does not work; what the device says of itself is shown before it is sent (P-2.86). */
export function ReportScreen() {
  const [facts] = useState(readFacts);
  return <SupportForm kind="problem" code="" facts={facts} />;
}

interface SupportFormProps {
  kind: FeedbackKind;
  code: string;
  facts: readonly SentFact[];
}

function SupportForm(props: SupportFormProps) {
  const { t } = useTranslation('help');
  const support = useQuery(supportQuery);
  return (
    <div className={styles.screen}>
      <Loaded query={support} skeleton={{ items: 3, label: t('support.loading') }} errorTitle={t('faq.errorTitle')}>
        {({ can, email }) => (can.write === 1 ? <OpenForm {...props} email={email} /> : <Closed />)}
      </Loaded>
    </div>
  );
}

/** The school has not switched it on: its own people help (C-6.39). */
function Closed() {
  const { t } = useTranslation('help');
  return (
    <EmptyState
      icon="help"
      title={t('send.offTitle')}
      text={t('send.offText')}
      action={<LinkButton href="/help/start">{t('contacts.title')}</LinkButton>}
    />
  );
}

function OpenForm({ kind, code, facts, email }: SupportFormProps & { email: string | null }) {
  const { t } = useTranslation(['help', 'errors']);
  const [isSent, setSent] = useState(false);
  const send = useMutation(mutationOf(helpApi.sendFeedback, { messages: false }));
  const form = useForm({
    initial: { text: '', code: code.slice(0, FEEDBACK_CODE_MAXIMUM), withFacts: true },
    problems: ({ text }) => blankProblems({ text }, { text: t('send.missing') }),
    send: (draft) =>
      send.mutateAsync({
        body: {
          kind,
          text: draft.text.trim(),
          code: draft.code.trim() || null,
          facts: draft.withFacts ? [...facts] : [],
        },
      }),
    onSaved: () => setSent(true),
    toWords: (error) =>
      error.code === 'support_off' ? t('send.off') : t('send.failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  const answer = email ? t('send.answer', { email }) : t('send.noAnswer');
  if (isSent)
    return (
      <EmptyState
        icon="checkCircle"
        title={t('send.sentTitle')}
        text={answer}
        action={<LinkButton href="/help">{t('faq.title')}</LinkButton>}
      />
    );
  return (
    <Card isRoomy>
      <Form form={form} className={styles.form}>
        <TextField
          label={t(kind === 'problem' ? 'report.text' : 'send.text')}
          description={t('send.textHint')}
          lines={6}
          maxLength={FEEDBACK_TEXT_MAXIMUM}
          value={values.text}
          errorMessage={errorOf('text')}
          onChange={(text) => change({ text })}
        />
        {kind === 'message' && (
          <TextField
            label={t('send.code')}
            maxLength={FEEDBACK_CODE_MAXIMUM}
            value={values.code}
            onChange={(text) => change({ code: text })}
          />
        )}
        {facts.length > 0 && (
          <>
            <dl className={styles.facts} aria-label={t('report.facts')}>
              {facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{t(`report.fact.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <Checkbox isSelected={values.withFacts} onChange={(withFacts) => change({ withFacts })}>
              {t('report.withFacts')}
            </Checkbox>
          </>
        )}
        <p className={styles.about}>{answer}</p>
        <Problem text={form.failure} />
        <div>
          <Button type="submit" look="primary" icon="send" isPending={form.isPending}>
            {t('send.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
