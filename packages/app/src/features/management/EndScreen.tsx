import { managementApi, type SchoolEnd } from '@kreide/core/features/management';
import { isTypedName, toLocal, toTime, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { queryOf } from '../../kernel/reading.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './End.module.css';

const endQuery = (id: number) => queryOf(managementApi.getEnd, { params: { id: `${id}` } }, { staleTime: 0 });
const touches = [managementApi.getEnd];
const orderEnd = mutationOf(managementApi.orderEnd, { touches, messages: false });
const cancelEnd = mutationOf(managementApi.cancelEnd, { touches, messages: false });
/** Everybody at the school is told above each page. */
const tellSelf = () => queries.invalidateQueries(selfQuery);

/** What ends with the school, how it is ordered, and how it is taken back. */
export function EndScreen() {
  const { t } = useTranslation('management');
  const { school, is_admin } = useSelf();
  const end = useQuery({ ...endQuery(school.id), enabled: is_admin });
  if (!is_admin)
    return (
      <Banner kind="info" icon="lock">
        {t('end.onlyAdmins')}
      </Banner>
    );
  return (
    <div className={styles.screen}>
      <Loaded query={end} skeleton={{ items: 3, label: t('end.loading') }} errorTitle={t('end.errorTitle')}>
        {(found) => (
          <>
            {found.ordered && <Ordered endsAt={found.ordered.ends_at} />}
            <What end={found} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function useMoment() {
  const { language } = useTranslation('management');
  const { school } = useSelf();
  return (at: string) => {
    const { date, minutes } = toLocal(new Date(at), school.time_zone);
    return { date: writeDate(language, date, 'long'), time: toTime(minutes) };
  };
}

function Ordered({ endsAt }: { endsAt: string }) {
  const { t } = useTranslation(['management', 'errors']);
  const { school } = useSelf();
  const moment = useMoment();
  const cancel = useMutation({
    ...cancelEnd,
    onSuccess: () => {
      toasts.show('success', t('end.cancelled'));
      void tellSelf();
    },
  });
  return (
    <Card>
      <div className={styles.part}>
        <h2>{t('end.orderedTitle', moment(endsAt))}</h2>
        <p>{t('end.orderedText')}</p>
        <div>
          <Button
            look="primary"
            icon="refresh"
            isPending={cancel.isPending}
            onPress={() => cancel.mutate({ params: { id: `${school.id}` } })}
          >
            {t('end.cancel')}
          </Button>
        </div>
        <Problem text={cancel.error && toReason(t, cancel.error)} />
      </div>
    </Card>
  );
}

function What({ end: { ordered, people, name } }: { end: SchoolEnd }) {
  const { t } = useTranslation('management');
  const [isAsked, setAsked] = useState(false);
  return (
    <Card>
      <div className={styles.part}>
        <h2>{t('end.whatTitle')}</h2>
        <p>{t('end.what', { count: people })}</p>
        <p>{t('end.save')}</p>
        <p>{t('end.kept')}</p>
        {!ordered && (
          <div>
            <Button look="danger" icon="trash" onPress={() => setAsked(true)}>
              {t('end.order')}
            </Button>
          </div>
        )}
      </div>
      {isAsked && <OrderDialog name={name} onClose={() => setAsked(false)} />}
    </Card>
  );
}

/** Asks for the name of the school: with it goes all that it has. */
function OrderDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['management', 'shell', 'errors']);
  const { school } = useSelf();
  const moment = useMoment();
  const order = useMutation(orderEnd);
  const form = useForm({
    initial: () => ({ name: '' }),
    item: null,
    problems: (draft) =>
      isTypedName(draft.name, name) ? [] : [{ field: 'name' as const, text: t('end.rules.name', { name }) }],
    send: (body) => order.mutateAsync({ params: { id: `${school.id}` }, body }),
    onSaved: ({ ordered }) => {
      if (ordered) toasts.show('success', t('end.ordered', moment(ordered.ends_at)));
      void tellSelf();
      onClose();
    },
    toWords: (error) => toReason(t, error),
  });
  const { values, change, errorOf } = form;
  return (
    <FormDialog
      title={t('end.order')}
      form={form}
      look="danger"
      icon="trash"
      texts={{ send: t('end.confirm'), cancel: t('end.back') }}
      intro={<p>{t('end.intro')}</p>}
      onClose={onClose}
    >
      <TextField
        label={t('end.name')}
        description={t('end.nameHint', { name })}
        value={values.name}
        maxLength={190}
        autoCapitalize="none"
        autoComplete="off"
        errorMessage={errorOf('name')}
        onChange={(typed) => change({ name: typed })}
      />
    </FormDialog>
  );
}
