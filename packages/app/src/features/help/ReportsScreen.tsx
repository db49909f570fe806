import { helpApi, REPORT_TEXT_MAXIMUM, type TimetableReport } from '@kreide/core/features/help';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ReportText } from './DialogSending.tsx';
import styles from './Faq.module.css';

/** `/management/:schoolUuid/timetable-reports`: planners answer what people say is wrong in plans. */
export function ReportsScreen() {
  const { t } = useTranslation('help');
  const isPlanner = useSelf().permissions.includes('view-timetable-planner');
  const reports = useQuery({ ...queryOf(helpApi.listReports, {}), enabled: isPlanner });
  const [answered, setAnswered] = useState<TimetableReport | null>(null);
  return (
    <div className={styles.screen}>
      <Loaded
        query={reports}
        skeleton={{ type: 'list', items: 4, label: t('reports.loading') }}
        errorTitle={t('reports.errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('dialog.none')} />}
      >
        {(list) => (
          <Card>
            <ul className={styles.reports} aria-label={t('reports.title')}>
              {list.map((report) => (
                <li key={report.id}>
                  <span>{report.displayname}</span>
                  <ReportText report={report} />
                  {report.state === 'open' && (
                    <div>
                      <Button
                        onPress={() => setAnswered(report)}
                        aria-label={t('reports.answerOf', { name: report.displayname })}
                      >
                        {t('reports.answer')}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {answered && <AnswerDialog report={answered} onClose={() => setAnswered(null)} />}
    </div>
  );
}

function AnswerDialog({ report, onClose }: { report: TimetableReport; onClose: () => void }) {
  const { t } = useTranslation(['help', 'errors']);
  const save = useMutation(mutationOf(helpApi.answerReport, { messages: false, touches: [helpApi.listReports] }));
  const form = useForm({
    initial: { answer: '' },
    problems: (draft) => blankProblems(draft, { answer: t('reports.missing') }),
    send: ({ answer }) => save.mutateAsync({ params: { id: `${report.id}` }, body: { answer: answer.trim() } }),
    onSaved: onClose,
    toWords: (error) => t('dialog.failed', { reason: toReason(t, error) }),
  });
  return (
    <FormDialog
      title={t('reports.answerOf', { name: report.displayname })}
      form={form}
      texts={{ send: t('reports.send'), cancel: t('reports.cancel') }}
      onClose={onClose}
    >
      <p>{report.lesson}</p>
      <TextField
        label={t('reports.text')}
        lines={4}
        maxLength={REPORT_TEXT_MAXIMUM}
        value={form.values.answer}
        errorMessage={form.errorOf('answer')}
        onChange={(answer) => form.change({ answer })}
      />
    </FormDialog>
  );
}
