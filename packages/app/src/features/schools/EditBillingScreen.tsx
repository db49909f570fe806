import { billingProblems, RECORD_MAXIMUM, type SchoolBilling, schoolRecordApi } from '@kreide/core/features/schools';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CountryField } from './CountryField.tsx';
import styles from './SchoolSettingsScreen.module.css';

const ADDRESS = ['recipient', 'addition', 'street', 'postal_code', 'city'] as const;
const REST = ['email', 'vat_number', 'buyer_reference'] as const;

function toVersion(billing: SchoolBilling) {
  const { updated_at: _, ...values } = billing;
  return { item: billing, values };
}

/** Whom invoices are written to (T-2.105). */
export function EditBillingScreen() {
  const { t } = useTranslation('schools');
  const params = { id: `${useSelf().school.id}` };
  const query = useQuery(queryOf(schoolRecordApi.getBilling, { params }, { staleTime: 0 }));
  return (
    <div className={styles.screen}>
      <Card>
        <section className={styles.card} aria-label={t('billing.title')}>
          <h2>{t('billing.title')}</h2>
          <p>{t('billing.about')}</p>
          <Loaded
            query={query}
            skeleton={{ items: 3, label: t('settings.loading') }}
            errorTitle={t('settings.errorTitle')}
          >
            {(billing) => <BillingForm billing={billing} params={params} />}
          </Loaded>
        </section>
      </Card>
    </div>
  );
}

function BillingForm({ billing, params }: { billing: SchoolBilling; params: { id: string } }) {
  const { t } = useTranslation(['schools', 'errors']);
  const save = useMutation(
    mutationOf(schoolRecordApi.updateBilling, { touches: [schoolRecordApi.getBilling], messages: false }),
  );
  const latest = toVersion(billing);
  const form = useForm({
    initial: latest.values,
    item: latest.item,
    latest,
    newest: async () =>
      toVersion(await queries.fetchQuery(queryOf(schoolRecordApi.getBilling, { params }, { staleTime: 0 }))),
    problems: (values) =>
      billingProblems(values).map(({ field, rule, params }) => ({ field, text: t(`rules.${rule}`, params) })),
    send: (values, { updated_at }) => save.mutateAsync({ params, body: { ...values, updated_at } }),
    onSaved: () => toasts.show('success', t('saved'), { topic: 'billing' }),
    toWords: (error) => t('notSaved', { reason: toReason(t, error) }),
  });
  const field = (part: (typeof ADDRESS)[number] | (typeof REST)[number]) => (
    <TextField
      key={part}
      type={part === 'email' ? 'email' : 'text'}
      label={t(`billing.${part}`)}
      {...(part === 'buyer_reference' && { description: t('billing.referenceHelp') })}
      value={form.values[part]}
      maxLength={RECORD_MAXIMUM[part] + (part === 'vat_number' ? 10 : 0)}
      errorMessage={form.errorOf(part)}
      onChange={(text) => form.change({ [part]: text })}
    />
  );
  return (
    <Form
      form={form}
      className={classes(styles.group, styles.fields)}
      parts={[...ADDRESS, ...REST].map((part) => ({
        label: t(`billing.${part}`),
        show: (values: typeof latest.values) => values[part],
      }))}
    >
      {ADDRESS.map(field)}
      <CountryField value={form.values.country} onChange={(country) => form.change({ country })} />
      {REST.map(field)}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('record.save')}
        </Button>
      </div>
    </Form>
  );
}
