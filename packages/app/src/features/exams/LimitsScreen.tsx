import { EXAM_LIMIT_MAXIMUM, type ExamSettings } from '@kreide/core/features/exams';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Exams.module.css';
import { saveSettings, settingsQuery } from './exams-queries.ts';

const FIELDS = ['per_day', 'per_week'] as const;
const toValues = ({ per_day, per_week }: ExamSettings) => ({ per_day: `${per_day}`, per_week: `${per_week}` });
const isLimit = (text: string) => /^\d{1,2}$/.test(text.trim()) && Number(text) <= EXAM_LIMIT_MAXIMUM;

/** How many exams a class, or a pupil, may have in a day and in a week. */
export function LimitsScreen() {
  const { t } = useTranslation('exams');
  const settings = useQuery(settingsQuery());
  return (
    <div className={classes(styles.screen, styles.narrow)}>
      <Loaded query={settings} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
        {(known) => <LimitsForm known={known} />}
      </Loaded>
    </div>
  );
}

function LimitsForm({ known }: { known: ExamSettings }) {
  const { t } = useTranslation(['exams', 'errors']);
  const save = useMutation(saveSettings);
  const form = useForm({
    initial: toValues(known),
    item: known,
    latest: { item: known, values: toValues(known) },
    problems: (values) =>
      FIELDS.filter((field) => !isLimit(values[field])).map((field) => ({
        field,
        text: t('settings.wrong', { maximum: EXAM_LIMIT_MAXIMUM }),
      })),
    send: ({ per_day, per_week }, { updated_at }) =>
      save.mutateAsync({ body: { per_day: Number(per_day), per_week: Number(per_week), updated_at } }),
    newest: async () => {
      const item = await queries.fetchQuery({ ...settingsQuery(), staleTime: 0 });
      return { item, values: toValues(item) };
    },
    onSaved: () => toasts.show('success', t('settings.saved')),
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <Card>
      <Form
        form={form}
        className={styles.form}
        parts={[
          { label: t('settings.perDay'), show: ({ per_day }) => per_day },
          { label: t('settings.perWeek'), show: ({ per_week }) => per_week },
        ]}
      >
        <p className={styles.muted}>{t('settings.hint')}</p>
        <TextField
          label={t('settings.perDay')}
          inputMode="numeric"
          value={values.per_day}
          errorMessage={errorOf('per_day')}
          onChange={(per_day) => change({ per_day })}
        />
        <TextField
          label={t('settings.perWeek')}
          inputMode="numeric"
          value={values.per_week}
          errorMessage={errorOf('per_week')}
          onChange={(per_week) => change({ per_week })}
        />
        <Problem text={form.failure} />
        <div>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('save')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
