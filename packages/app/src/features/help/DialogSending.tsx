import { helpApi, REPORT_LESSON_MAXIMUM, REPORT_TEXT_MAXIMUM, type TimetableReport } from '@kreide/core/features/help';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toReason as toSaidReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { toReason } from './DialogChoices.tsx';
import styles from './Faq.module.css';
import { useDialog } from './use-dialog.ts';

/** A last remark, and it is sent (T-2.44). */
export function SendStep() {
  const { t } = useTranslation(['help', 'errors']);
  const { userId, lesson, reason, course, go, hrefOf } = useDialog();
  const chosen = toReason(reason);
  const send = useMutation(
    mutationOf(helpApi.sendTimetableFeedback, { messages: false, touches: [helpApi.listTimetableFeedback] }),
  );
  const form = useForm({
    initial: { text: '' },
    send: ({ text }) =>
      send.mutateAsync({
        body: {
          user_id: Number(userId),
          lesson: lesson.slice(0, REPORT_LESSON_MAXIMUM),
          reason: chosen ?? 'other',
          course: chosen === 'course' ? course.slice(0, REPORT_LESSON_MAXIMUM) : '',
          text: text.trim(),
        },
      }),
    onSaved: () => {
      toasts.show('success', t('dialog.sent'));
      go('response');
    },
    toWords: (error) => t('dialog.failed', { reason: toSaidReason(t, error) }),
  });
  if (!chosen || !lesson) return <Redirect to={hrefOf('start')} />;
  return (
    <Form form={form} className={styles.form}>
      <TextField
        label={t('dialog.remark')}
        lines={4}
        maxLength={REPORT_TEXT_MAXIMUM}
        value={form.values.text}
        onChange={(text) => form.change({ text })}
      />
      <Problem text={form.failure} />
      <div>
        <Button type="submit" look="primary" icon="send" isPending={form.isPending}>
          {t('dialog.send')}
        </Button>
      </div>
    </Form>
  );
}

/** What was reported about this plan, with the answers (T-2.46). */
export function ResponseStep() {
  const { t } = useTranslation('help');
  const { userId } = useDialog();
  const reports = useQuery(queryOf(helpApi.listTimetableFeedback, { query: { user_id: userId } }));
  return (
    <div className={styles.form}>
      <h2>{t('dialog.responses')}</h2>
      <Loaded
        query={reports}
        skeleton={{ type: 'list', items: 2, label: t('reports.loading') }}
        errorTitle={t('reports.errorTitle')}
        empty={<EmptyState icon="list" title={t('dialog.none')} />}
      >
        {(list) => (
          <ul className={styles.reports} aria-label={t('dialog.responses')}>
            {list.map((report) => (
              <li key={report.id}>
                <ReportText report={report} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div>
        <LinkButton href={`/feedback/dialog/${userId}/start`}>
          {t(reports.data?.length === 0 ? 'dialog.first' : 'dialog.new')}
        </LinkButton>
      </div>
    </div>
  );
}

/** One report with its answer. */
export function ReportText({ report }: { report: TimetableReport }) {
  const { t, language } = useTranslation('help');
  const zone = useSelf().school.time_zone;
  const { lesson, reason, course, text, state, answer, created_at } = report;
  return (
    <>
      <b>{lesson}</b>
      <span>{[t(`dialog.reason.${reason}`), course].filter(Boolean).join(': ')}</span>
      {text && <p>{text}</p>}
      <small>
        {writeMoment(language, new Date(created_at), zone, 'medium')} · {t(`dialog.state.${state}`)}
      </small>
      {answer && <blockquote>{answer}</blockquote>}
    </>
  );
}
