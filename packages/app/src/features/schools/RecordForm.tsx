import {
  isSchoolLevel,
  levelOf,
  RECORD_MAXIMUM,
  recordProblems,
  type SchoolRecord,
  type SchoolType,
  type SchoolTypeEntry,
  schoolRecordApi,
} from '@kreide/core/features/schools';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CountryField } from './CountryField.tsx';
import styles from './SchoolSettingsScreen.module.css';

const NONE = 'none';

const toValues = ({ name, shortname, street, postal_code, city, country, type }: SchoolRecord) => ({
  name,
  shortname: shortname ?? '',
  street: street ?? '',
  postal_code: postal_code ?? '',
  city: city ?? '',
  country,
  type: (type?.key ?? NONE) as SchoolType | typeof NONE,
});
const toVersion = (record: SchoolRecord) => ({ item: record, values: toValues(record) });

const TEXTS = ['street', 'postal_code', 'city'] as const;

interface RecordFormProps {
  record: SchoolRecord;
  types: readonly SchoolTypeEntry[];
}

/** What the school says about itself; what is no school is called otherwise (P-3.16). */
export function RecordForm({ record, types }: RecordFormProps) {
  const { t } = useTranslation(['schools', 'errors']);
  const params = { id: `${record.id}` };
  const query = queryOf(schoolRecordApi.getRecord, { params, query: {} }, { staleTime: 0 });
  const save = useMutation(
    mutationOf(schoolRecordApi.updateRecord, { touches: [schoolRecordApi.getRecord], messages: false }),
  );
  const latest = toVersion(record);
  const form = useForm({
    initial: latest.values,
    item: latest.item,
    latest,
    newest: async () => toVersion(await queries.fetchQuery(query)),
    problems: (values) =>
      recordProblems(values).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: ({ type, ...values }, { color, updated_at }) =>
      save.mutateAsync({ params, body: { ...values, type: type === NONE ? null : type, color, updated_at } }),
    onSaved: () => {
      toasts.show('success', t('saved'), { topic: 'school record' });
      // The name stands in the frame, and the kind decides what it offers.
      void queries.invalidateQueries(selfQuery);
    },
    toWords: (error) => t('notSaved', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  const isSchool = isSchoolLevel(levelOf(values.type));
  return (
    <Form
      form={form}
      className={classes(styles.group, styles.fields)}
      parts={[
        { label: t('record.name'), show: ({ name }) => name },
        { label: t('record.street'), show: ({ street }) => street },
        { label: t('record.city'), show: ({ city }) => city },
      ]}
    >
      <TextField
        label={t(isSchool ? 'record.name' : 'record.nameOfOther')}
        value={values.name}
        maxLength={RECORD_MAXIMUM.name}
        errorMessage={errorOf('name')}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={t('record.shortname')}
        description={t('record.shortnameHelp')}
        value={values.shortname}
        maxLength={RECORD_MAXIMUM.shortname}
        errorMessage={errorOf('shortname')}
        onChange={(shortname) => change({ shortname })}
      />
      <Select
        label={t('record.type')}
        options={[{ key: NONE, text: t('record.noType') }, ...types.map(({ key, name }) => ({ key, text: name }))]}
        value={values.type}
        onChange={(type) => change({ type })}
      />
      {TEXTS.map((part) => (
        <TextField
          key={part}
          label={t(`record.${part}`)}
          value={values[part]}
          maxLength={RECORD_MAXIMUM[part]}
          errorMessage={errorOf(part)}
          onChange={(text) => change({ [part]: text })}
        />
      ))}
      <CountryField value={values.country} onChange={(country) => change({ country })} />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('record.save')}
        </Button>
      </div>
    </Form>
  );
}
