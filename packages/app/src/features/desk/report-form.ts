import type { DeskReports, ReportDraft } from '@kreide/core/features/desk';

/** The whole day, and no reason. */
export const NONE = '';

/** An absence of one's own as it is written: periods and the reason by their keys. */
export interface ReportValues {
  begins_at: string;
  ends_at: string;
  begins_time_id: string;
  ends_time_id: string;
  absence_reason_id: string;
  comment: string;
}

/** What most report in the morning: ill, today, the whole day. */
export const newReport = (today: string, reasons: DeskReports['reasons']): ReportValues => ({
  begins_at: today,
  ends_at: today,
  begins_time_id: NONE,
  ends_time_id: NONE,
  absence_reason_id: reasons[0]?.id ?? NONE,
  comment: '',
});

export const toDraft = (values: ReportValues): ReportDraft => ({
  begins_at: values.begins_at,
  ends_at: values.ends_at,
  begins_time_id: values.begins_time_id === NONE ? null : Number(values.begins_time_id),
  ends_time_id: values.ends_time_id === NONE ? null : Number(values.ends_time_id),
  absence_reason_id: values.absence_reason_id === NONE ? null : values.absence_reason_id,
  comment: values.comment.trim() || null,
});
