import { ABSENCE_COMMENT_MAXIMUM, type DeskReports } from '@kreide/core/features/desk';
import type { FormOf } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Desk.module.css';
import { NONE, type ReportValues } from './report-form.ts';

interface ReportFieldsProps {
  form: Pick<FormOf<ReportValues>, 'values' | 'change' | 'errorOf'>;
  about: Pick<DeskReports, 'periods' | 'reasons'>;
  today: string;
}

/** From when to when, why, and what the desk should know. */
export function ReportFields({ form, about, today }: ReportFieldsProps) {
  const { t } = useTranslation('desk');
  const { values, change, errorOf } = form;
  const hours = [
    { key: NONE, text: t('absent.wholeDay') },
    ...about.periods.map(({ id, hour }) => ({ key: `${id}`, text: t('period', { hour }) })),
  ];
  return (
    <>
      <div className={styles.pair}>
        <DatePicker
          label={t('form.first')}
          value={values.begins_at}
          fallback={today}
          errorMessage={errorOf('begins_at')}
          onChange={(begins_at) => change({ begins_at, ...(values.ends_at < begins_at ? { ends_at: begins_at } : {}) })}
        />
        <DatePicker
          label={t('form.last')}
          value={values.ends_at}
          fallback={values.begins_at}
          errorMessage={errorOf('ends_at')}
          onChange={(ends_at) => change({ ends_at })}
        />
      </div>
      {about.periods.length > 0 && (
        <div className={styles.pair}>
          <Select
            label={t('form.from')}
            value={values.begins_time_id}
            options={hours}
            onChange={(begins_time_id) => change({ begins_time_id })}
          />
          <Select
            label={t('form.until')}
            value={values.ends_time_id}
            options={hours}
            onChange={(ends_time_id) => change({ ends_time_id })}
          />
          <Problem text={errorOf('ends_time_id')} />
        </div>
      )}
      {about.reasons.length > 0 && (
        <Select
          label={t('form.reason')}
          value={values.absence_reason_id}
          options={[
            { key: NONE, text: t('form.noReason') },
            ...about.reasons.map(({ id, name }) => ({ key: id, text: name })),
          ]}
          onChange={(absence_reason_id) => change({ absence_reason_id })}
        />
      )}
      <TextField
        label={t('form.comment')}
        description={t('form.commentHint')}
        value={values.comment}
        maxLength={ABSENCE_COMMENT_MAXIMUM}
        errorMessage={errorOf('comment')}
        onChange={(comment) => change({ comment })}
      />
    </>
  );
}
