import { type DeskReports, type ReportDraft, reportProblems } from '@kreide/core/features/desk';
import { toLocal, toTime } from '@kreide/core/kernel';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { type ReportValues, toDraft } from './report-form.ts';

interface Sending {
  initial: () => ReportValues;
  periods: DeskReports['periods'];
  send: (draft: ReportDraft) => Promise<unknown>;
  onSaved: () => void;
}

/** The form in which a teacher says when they are not there. */
export function useReportForm({ initial, periods, send, onSaved }: Sending) {
  const { t } = useTranslation('desk');
  const { school } = useSelf();
  return useForm({
    initial,
    problems: (values) => {
      const { date, minutes } = toLocal(new Date(), school.time_zone);
      const times = {
        begins_at: periods.find(({ id }) => `${id}` === values.begins_time_id)?.begins_at ?? null,
        ends_at: periods.find(({ id }) => `${id}` === values.ends_time_id)?.ends_at ?? null,
      };
      return reportProblems(toDraft(values), times, { date, time: toTime(minutes) }).map(({ field, rule }) => ({
        field: field as keyof ReportValues,
        text: t(`rules.${rule}`),
      }));
    },
    send: (values) => send(toDraft(values)),
    onSaved,
    toWords: toSaid,
  });
}
