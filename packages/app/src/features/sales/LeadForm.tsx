import { DRIVER_TYPES } from '@kreide/core/features/auth-drivers';
import { LEAD_MAXIMUM, type Lead, type LeadDraft, type LeadTexts, leadProblems } from '@kreide/core/features/sales';
import { SCHOOL_TYPE_KEYS, type SchoolType } from '@kreide/core/features/schools';
import { LANGUAGES } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { LANGUAGE_NAMES } from '../../kernel/i18n.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CountryField } from '../schools/index.ts';
import { activationQuery, saveLead } from './leads-queries.ts';
import styles from './Sales.module.css';

const NONE = 'none';
type Values = Omit<LeadDraft, 'updated_at' | 'type'> & { type: SchoolType | typeof NONE };

function toVersion(item: Lead): { item: Lead; values: Values } {
  const { name, street, postal_code, city, country, contact_name, email, phone, locale, brand, slink } = item;
  const texts = { name, street, postal_code, city, contact_name, email, phone, brand, slink };
  const chosen = {
    country,
    locale,
    type: item.type ?? (NONE as Values['type']),
    sign_in: item.sign_in,
    is_lost: item.state === 'lost',
  };
  return { item, values: { ...texts, ...chosen } };
}

const FIELDS = {
  details: ['name', 'street', 'postal_code', 'city', 'contact_name', 'email', 'phone'],
  properties: ['slink', 'brand'],
  signIn: [],
} as const satisfies Record<string, readonly (keyof LeadTexts)[]>;

/** What is known of a lead, one part of it on each page of the activation. */
export function LeadForm({ lead, part }: { lead: Lead; part: keyof typeof FIELDS }) {
  const { t } = useTranslation(['sales', 'schools', 'errors']);
  const save = useMutation(saveLead);
  const latest = toVersion(lead);
  const form = useForm({
    initial: latest.values,
    item: latest.item,
    latest,
    newest: async () => toVersion(await queries.fetchQuery(activationQuery(lead.uuid))),
    problems: (values) =>
      leadProblems(values).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: ({ type, ...values }, { id, updated_at }) =>
      save.mutateAsync({
        params: { id: `${id}` },
        body: { ...values, type: type === NONE ? null : type, updated_at },
      }),
    onSaved: () => toasts.show('success', t('lead.saved'), { topic: 'lead' }),
    toWords: (error) => t('lead.notSaved', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <Form
      form={form}
      className={classes(styles.card, styles.fields)}
      parts={FIELDS[part].map((field) => ({ label: t(`lead.${field}`), show: (shown: Values) => shown[field] }))}
    >
      {FIELDS[part].map((field) => (
        <TextField
          key={field}
          type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
          label={t(`lead.${field}`)}
          {...(field === 'slink' && { description: t('lead.slinkHelp') })}
          value={values[field]}
          maxLength={LEAD_MAXIMUM[field]}
          errorMessage={errorOf(field)}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
      {part === 'details' && (
        <>
          <CountryField value={values.country} onChange={(country) => change({ country })} />
          <Checkbox isSelected={values.is_lost} onChange={(is_lost) => change({ is_lost })}>
            {t('lead.isLost')}
          </Checkbox>
        </>
      )}
      {part === 'properties' && (
        <>
          <Select
            label={t('lead.type')}
            options={[
              { key: NONE as Values['type'], text: t('lead.noType') },
              ...SCHOOL_TYPE_KEYS.map((key) => ({ key, text: t(`schools:types.${key}`) })),
            ]}
            value={values.type}
            onChange={(type) => change({ type })}
          />
          <Select
            label={t('lead.locale')}
            options={LANGUAGES.map((key) => ({ key, text: LANGUAGE_NAMES[key], lang: key }))}
            value={values.locale}
            onChange={(locale) => change({ locale })}
          />
        </>
      )}
      {part === 'signIn' && (
        <Select
          label={t('lead.signIn')}
          options={DRIVER_TYPES.map((key) => ({ key, text: t(`signIn_${key}`) }))}
          value={values.sign_in}
          onChange={(sign_in) => change({ sign_in })}
        />
      )}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('lead.save')}
        </Button>
      </div>
    </Form>
  );
}
