import {
  BURDENS,
  type DeskSettings,
  FACTORS,
  type Factor,
  settingsProblems,
  WEIGHT_MAXIMUM,
  WINDOWS,
} from '@kreide/core/features/desk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import styles from './Desk.module.css';
import { settingsQuery, updateSettings } from './desk-queries.ts';
import { toText } from './use-desk-words.ts';

/** The rule of the suggestions: what counts how much, and who is asked at most how often. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  const query = useQuery(settingsQuery);
  if (query.data) return <RuleForm settings={query.data} onClose={onClose} />;
  return (
    <Dialog isOpen title={t('rule.open')} closeLabel={t('shell:close')} onClose={onClose}>
      <Loaded query={query} skeleton={{ items: 3, label: t('loading') }} errorTitle={t('errorTitle')}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const DAILY_MAXIMUM = 20;
const WEEKLY_MAXIMUM = 60;

const isNumber = (text: string, minimum: number, maximum: number): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;

interface Values extends Record<Factor, string> {
  compared: DeskSettings['compared'];
  daily: string;
  weekly: string;
  only_present: boolean;
  standby_subject: number;
  core_begins_at: string;
  core_ends_at: string;
}

const toValues = (settings: DeskSettings): Values => ({
  ...(Object.fromEntries(FACTORS.map((factor) => [factor, `${settings.weights[factor]}`])) as Record<Factor, string>),
  compared: settings.compared,
  daily: settings.daily_maximum === null ? '' : `${settings.daily_maximum}`,
  weekly: settings.weekly_maximum === null ? '' : `${settings.weekly_maximum}`,
  only_present: settings.only_present,
  standby_subject: settings.standby_subject_ids[0] ?? 0,
  core_begins_at: settings.core_begins_at ?? '',
  core_ends_at: settings.core_ends_at ?? '',
});

function RuleForm({ settings, onClose }: { settings: DeskSettings; onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  const update = useMutation(updateSettings);
  const form = useForm({
    initial: () => toValues(settings),
    item: settings,
    newest: async () => {
      const item = await queries.fetchQuery(settingsQuery);
      return { item, values: toValues(item) };
    },
    problems: (values) => {
      const refuse = <Field extends string>(field: Field, minimum: number, maximum: number) => ({
        field,
        text: t('rule.number', { minimum, maximum }),
      });
      const { daily, weekly } = values;
      const core = { core_begins_at: values.core_begins_at || null, core_ends_at: values.core_ends_at || null };
      return [
        ...FACTORS.flatMap((factor) =>
          isNumber(values[factor], 0, WEIGHT_MAXIMUM) ? [] : [refuse(factor, 0, WEIGHT_MAXIMUM)],
        ),
        ...(daily === '' || isNumber(daily, 1, DAILY_MAXIMUM) ? [] : [refuse('daily', 1, DAILY_MAXIMUM)]),
        ...(weekly === '' || isNumber(weekly, 1, WEEKLY_MAXIMUM) ? [] : [refuse('weekly', 1, WEEKLY_MAXIMUM)]),
        ...settingsProblems(core).map(({ rule }) => ({ field: 'core_ends_at' as const, text: t(`rules.${rule}`) })),
      ];
    },
    send: (values, item) =>
      update.mutateAsync({
        body: {
          weights: Object.fromEntries(FACTORS.map((factor) => [factor, Number(values[factor])])) as Record<
            Factor,
            number
          >,
          compared: values.compared,
          daily_maximum: values.daily === '' ? null : Number(values.daily),
          weekly_maximum: values.weekly === '' ? null : Number(values.weekly),
          only_present: values.only_present,
          standby_subject_ids: values.standby_subject === 0 ? [] : [values.standby_subject],
          core_begins_at: values.core_begins_at || null,
          core_ends_at: values.core_ends_at || null,
          updated_at: item.updated_at,
        },
      }),
    onSaved: onClose,
    toWords: toSaid,
  });
  const { values } = form;
  const labelOf = (factor: Factor) => {
    const name = t(`factor.${factor}`, { count: 1 });
    return factor in BURDENS ? t('rule.minus', { name }) : name;
  };
  const subjectOf = (id: number) => {
    const subject = settings.subjects.find((one) => one.id === id);
    return subject ? toText(subject) : t('rule.noStandby');
  };
  const number = (field: Factor | 'daily' | 'weekly', label: string) => (
    <TextField
      key={field}
      label={label}
      inputMode="numeric"
      maxLength={2}
      value={values[field]}
      errorMessage={form.errorOf(field)}
      onChange={(text) => form.change({ [field]: text })}
    />
  );
  return (
    <FormDialog
      title={t('rule.open')}
      form={form}
      texts={{ send: t('rule.save'), cancel: t('cancel') }}
      parts={[
        ...FACTORS.map((factor) => ({ label: labelOf(factor), show: (one: Values) => one[factor] })),
        { label: t('rule.compared'), show: ({ compared }) => t(`rule.window.${compared}`) },
        { label: t('rule.daily'), show: ({ daily }) => daily },
        { label: t('rule.weekly'), show: ({ weekly }) => weekly },
        { label: t('rule.coreBegins'), show: ({ core_begins_at }) => core_begins_at },
        { label: t('rule.coreEnds'), show: ({ core_ends_at }) => core_ends_at },
        { label: t('rule.standby'), show: ({ standby_subject }) => subjectOf(standby_subject) },
      ]}
      onClose={onClose}
    >
      <p className={styles.muted}>{t('rule.text')}</p>
      {FACTORS.map((factor) => number(factor, labelOf(factor)))}
      <Select
        label={t('rule.compared')}
        value={values.compared}
        options={WINDOWS.map((key) => ({ key, text: t(`rule.window.${key}`) }))}
        onChange={(compared) => form.change({ compared })}
      />
      {number('daily', t('rule.daily'))}
      {number('weekly', t('rule.weekly'))}
      <Checkbox isSelected={values.only_present} onChange={(only_present) => form.change({ only_present })}>
        {t('rule.onlyPresent')}
      </Checkbox>
      <Select
        label={t('rule.standby')}
        value={`${values.standby_subject}`}
        options={[
          { key: '0', text: t('rule.noStandby') },
          ...settings.subjects.map((subject) => ({ key: `${subject.id}`, text: toText(subject) })),
        ]}
        onChange={(key) => form.change({ standby_subject: Number(key) })}
      />
      <div className={styles.pair}>
        <TimeField
          label={t('rule.coreBegins')}
          value={values.core_begins_at}
          isRequired={false}
          errorMessage={form.errorOf('core_begins_at')}
          onChange={(core_begins_at) => form.change({ core_begins_at })}
        />
        <TimeField
          label={t('rule.coreEnds')}
          value={values.core_ends_at}
          isRequired={false}
          description={t('rule.coreText')}
          errorMessage={form.errorOf('core_ends_at')}
          onChange={(core_ends_at) => form.change({ core_ends_at })}
        />
      </div>
    </FormDialog>
  );
}
