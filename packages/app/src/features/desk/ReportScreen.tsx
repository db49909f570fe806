import { type DeskReport, type DeskReports, endReport as endOf } from '@kreide/core/features/desk';
import { toLocal, toTime } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { createReport, endReport, reportsQuery } from './desk-queries.ts';
import { ReportFields } from './ReportFields.tsx';
import { newReport } from './report-form.ts';
import { useAbsenceWords } from './use-absence-words.ts';
import { useMoment } from './use-moment.ts';
import { useReportForm } from './use-report-form.ts';

/** A teacher says that they are not there, and sees what they have said. */
export function ReportScreen() {
  const { t } = useTranslation('desk');
  const query = useQuery(reportsQuery);
  return (
    <div className={styles.report}>
      <Loaded query={query} skeleton={{ items: 3, label: t('report.loading') }} errorTitle={t('report.errorTitle')}>
        {(own) => <Own own={own} />}
      </Loaded>
    </div>
  );
}

function Own({ own }: { own: DeskReports }) {
  const { t } = useTranslation('desk');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const isComing = own.reports.some(({ ends_at }) => ends_at >= today);
  // What was said already is seen first; nobody says it twice by mistake.
  const [isWriting, setWriting] = useState(!isComing);
  return (
    <>
      {own.reports.length > 0 && (
        <section className={styles.part} aria-labelledby="own-absences">
          <h2 id="own-absences">{t('report.list')}</h2>
          <ul className={styles.list}>
            {own.reports.map((report) => (
              <ReportRow key={report.id} report={report} periods={own.periods} />
            ))}
          </ul>
        </section>
      )}
      {isWriting ? (
        <ReportForm own={own} today={today} onSaved={() => setWriting(false)} />
      ) : (
        <div>
          <Button icon="plus" onPress={() => setWriting(true)}>
            {t('report.another')}
          </Button>
        </div>
      )}
    </>
  );
}

function ReportRow({ report, periods }: { report: DeskReport; periods: DeskReports['periods'] }) {
  const { t } = useTranslation('desk');
  const { sayDays, sayTimes } = useAbsenceWords();
  const sayMoment = useMoment();
  const { reason, comment, reported_at } = report;
  const why = [reason?.name, comment].filter(Boolean).join(': ');
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b>{sayDays(report)}</b>
        <span className={styles.muted}>{sayTimes(report, null)}</span>
        {why && <span className={styles.muted}>{why}</span>}
        <span className={styles.muted}>
          {reported_at === null ? t('report.entered') : t('report.reported', { at: sayMoment(reported_at) })}
        </span>
      </span>
      {reported_at !== null && <ReportEnd report={report} periods={periods} />}
    </li>
  );
}

/** Somebody is there again, or is not absent at all; nothing where it is over. */
function ReportEnd({ report, periods }: { report: DeskReport; periods: DeskReports['periods'] }) {
  const { t } = useTranslation(['desk', 'shell']);
  const { date, minutes } = toLocal(new Date(), useSelf().school.time_zone);
  const [isAsking, setAsking] = useState(false);
  const end = useMutation(endReport);
  const left = endOf(report, periods, { date, time: toTime(minutes) });
  if (left === 'OVER') return null;
  const isTaken = left === 'NOTHING';
  const confirm = () =>
    end.mutate(
      { params: { id: `${report.id}` } },
      {
        onSuccess: () => {
          setAsking(false);
          toasts.show('success', t('report.sent'));
        },
      },
    );
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        {t(isTaken ? 'report.end.take' : 'report.end.back')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(isTaken ? 'report.end.askTake' : 'report.end.askBack')}
          look="primary"
          texts={{ confirm: t('report.end.yes'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={end.isPending}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{t('report.end.about')}</p>
          <Problem text={end.error && toSaid(end.error)} />
        </ConfirmDialog>
      )}
    </>
  );
}

function ReportForm({ own, today, onSaved }: { own: DeskReports; today: string; onSaved: () => void }) {
  const { t } = useTranslation('desk');
  const create = useMutation(createReport);
  const form = useReportForm({
    initial: () => newReport(today, own.reasons),
    periods: own.periods,
    send: (body) => create.mutateAsync({ body }),
    onSaved: () => {
      toasts.show('success', t('report.sent'));
      onSaved();
    },
  });
  return (
    <Form form={form} className={styles.part}>
      <p className={styles.muted}>{t('report.intro')}</p>
      <ReportFields form={form} about={own} today={today} />
      <Problem text={form.failure} />
      <Button type="submit" look="primary" icon="send" wide isPending={form.isPending}>
        {t('report.send')}
      </Button>
    </Form>
  );
}
