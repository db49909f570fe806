import { type Contract, managementApi, QUOTED_PUPILS_MAXIMUM, type Quotation } from '@kreide/core/features/management';
import { type ApiError, type Language, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Link } from '../../ui/Link.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { InvoiceFiles } from './InvoiceFiles.tsx';
import styles from './Policies.module.css';

const touches = [managementApi.listQuotations, managementApi.listContracts];
const create = mutationOf(managementApi.createQuotation, { messages: false, touches });
const accept = mutationOf(managementApi.createContract, { messages: false, touches });
const bill = mutationOf(managementApi.createInvoice, { messages: false, touches });

/** Whole cents as the language writes money. */
const writeMoney = (language: Language, cents: number, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100);

/** `/management/:schoolUuid/school-quotations/:uuid?`: what the product costs, accepted and invoiced (T-2.108). */
export function QuotationsScreen() {
  const { t } = useTranslation('management');
  const { id } = useSelf().school;
  const params = { id: `${id}` };
  const quotations = useQuery(queryOf(managementApi.listQuotations, { params }, { staleTime: 0 }));
  const contracts = useQuery(queryOf(managementApi.listContracts, { params }, { staleTime: 0 }));
  const { uuid } = useParams();
  return (
    <div className={styles.screen}>
      {uuid === undefined && <NewQuotation />}
      <Loaded
        query={quotations}
        skeleton={{ type: 'list', label: t('quotations.loading') }}
        errorTitle={t('quotations.errorTitle')}
        empty={<EmptyState icon="list" title={t('quotations.emptyTitle')} text={t('quotations.emptyText')} />}
      >
        {(all) => (
          <Quotations
            shown={uuid === undefined ? all : all.filter((one) => one.uuid === uuid)}
            contracts={contracts.data ?? []}
          />
        )}
      </Loaded>
    </div>
  );
}

/** For how many pupils, by default those of today. */
function NewQuotation() {
  const { t } = useTranslation(['management', 'errors']);
  const { id } = useSelf().school;
  const save = useMutation(create);
  const isPossible = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= QUOTED_PUPILS_MAXIMUM;
  const form = useForm({
    initial: { pupils: '' },
    problems: ({ pupils }) =>
      isPossible(pupils.trim())
        ? []
        : [{ field: 'pupils', text: t('quotations.pupilsInvalid', { max: QUOTED_PUPILS_MAXIMUM }) }],
    send: ({ pupils }) => save.mutateAsync({ params: { id: `${id}` }, body: { pupils: Number(pupils) } }),
    onSaved: () => toasts.show('success', t('quotations.made')),
    toWords: (error) => t('quotations.failed', { reason: toReason(t, error) }),
  });
  return (
    <Card isRoomy>
      <Form form={form} className={styles.list}>
        <p className={styles.about}>{t('quotations.about')}</p>
        <TextField
          label={t('quotations.pupils')}
          inputMode="numeric"
          maxLength={5}
          value={form.values.pupils}
          errorMessage={form.errorOf('pupils')}
          onChange={(pupils) => form.change({ pupils })}
        />
        <Problem text={form.failure} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('quotations.create')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Quotations({ shown, contracts }: { shown: readonly Quotation[]; contracts: readonly Contract[] }) {
  const { t } = useTranslation('management');
  if (shown.length === 0)
    return <EmptyState icon="search" title={t('quotations.unknownTitle')} text={t('quotations.unknownText')} />;
  return (
    <ul className={styles.list} aria-label={t('quotations.title')}>
      {shown.map((one) => (
        <li key={one.uuid}>
          <OneQuotation quotation={one} contract={contracts.find(({ quotation }) => quotation === one.uuid)} />
        </li>
      ))}
    </ul>
  );
}

function OneQuotation({ quotation, contract }: { quotation: Quotation; contract: Contract | undefined }) {
  const { t, language } = useTranslation(['management', 'errors']);
  const { school } = useSelf();
  const { id } = school;
  const accepting = useMutation(accept);
  const billing = useMutation(bill);
  const onError = (error: ApiError) => toasts.show('error', t('quotations.failed', { reason: toReason(t, error) }));
  const day = (date: string) => writeDate(language, date, 'medium');
  const money = (cents: number) => writeMoney(language, cents, quotation.currency);
  const today = toLocal(new Date(), school.time_zone).date;
  const { uuid, pupils, net_cents, tax_basis_points, tax_cents, gross_cents, valid_until, state } = quotation;
  const percent = (tax_basis_points / 100).toLocaleString(language);
  const made = contract?.invoice;
  return (
    <Card isRoomy>
      <div className={styles.list}>
        <h2>
          <Link to={`/management/${school.uuid}/school-quotations/${uuid}`}>{t('quotations.for', { pupils })}</Link>
        </h2>
        <p>
          {t('quotations.cost', { gross: money(gross_cents), net: money(net_cents), tax: money(tax_cents), percent })}
        </p>
        <p className={styles.about}>{quotation.recipient.join(', ')}</p>
        {state === 'over' && <p>{t('quotations.over', { date: day(valid_until) })}</p>}
        {state === 'open' && <p>{t('quotations.until', { date: day(valid_until) })}</p>}
        {contract && <p>{t('quotations.contract', { from: day(contract.begins_at), to: day(contract.ends_at) })}</p>}
        {made && (
          <p>{t('quotations.invoice', { number: made.number, date: day(made.issued_on), due: day(made.due_on) })}</p>
        )}
        {contract && made && <InvoiceFiles invoice={made} contract={contract.uuid} />}
        <div className={styles.actions}>
          {state === 'open' && (
            <Button
              isPending={accepting.isPending}
              onPress={() =>
                accepting.mutate({ params: { id: `${id}` }, body: { quotation: uuid, begins_at: today } }, { onError })
              }
            >
              {t('quotations.accept')}
            </Button>
          )}
          {contract && !made && (
            <Button
              isPending={billing.isPending}
              onPress={() => billing.mutate({ params: { id: `${id}`, contract: contract.uuid } }, { onError })}
            >
              {t('quotations.bill')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
