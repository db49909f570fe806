import {
  type ActivationKey,
  type CreatedKey,
  REGISTRATION_PAGE,
  registrationApi,
} from '@kreide/core/features/registration';
import { isAllowed, toLocal, writeDate } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import styles from './Keys.module.css';

const CreateKeyDialog = late(async () => (await import('./CreateKeyDialog.tsx')).CreateKeyDialog);
const KeyDialog = late(async () => (await import('./KeyDialog.tsx')).KeyDialog);

const keysQuery = () => infiniteQueryOf(registrationApi.listKeys, { query: {} }, REGISTRATION_PAGE);
const LOOKS: Record<ActivationKey['state'], TagLook> = {
  open: 'success',
  used: 'plain',
  expired: 'warning',
  withdrawn: 'outline',
};

type Open = { dialog: 'create' } | { dialog: 'made'; made: CreatedKey } | { dialog: 'withdraw'; key: ActivationKey };

/** The activation codes of the school: make one, see what became of each, withdraw one. */
export function KeysScreen() {
  const { t } = useTranslation(['registration', 'shell']);
  const query = useInfiniteQuery(keysQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const withdraw = useMutation(mutationOf(registrationApi.withdrawKey, { touches: [registrationApi.listKeys] }));
  const createButton = (
    <Button look="primary" icon="plus" onPress={() => setOpen({ dialog: 'create' })}>
      {t('keys.create')}
    </Button>
  );
  return (
    <div className={styles.screen}>
      <p className={styles.intro}>{t('keys.intro')}</p>
      <div className={styles.actions}>{createButton}</div>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('keys.title')}
        skeleton={{ items: 3, label: t('keys.loading') }}
        errorTitle={t('keys.errorTitle')}
        empty={<EmptyState icon="list" title={t('keys.emptyTitle')} text={t('keys.emptyText')} />}
      >
        {(key) => <Key of={key} onWithdraw={() => setOpen({ dialog: 'withdraw', key })} />}
      </InfiniteList>
      <Suspense fallback={null}>
        {open?.dialog === 'create' && (
          <CreateKeyDialog onClose={close} onMade={(made) => setOpen({ dialog: 'made', made })} />
        )}
        {open?.dialog === 'made' && <KeyDialog made={open.made} onClose={close} />}
      </Suspense>
      {open?.dialog === 'withdraw' && (
        <ConfirmDialog
          title={t('keys.withdrawTitle', { name: open.key.user.displayname })}
          texts={{ confirm: t('keys.withdraw'), cancel: t('keys.cancel'), close: t('shell:close') }}
          isPending={withdraw.isPending}
          onClose={close}
          onConfirm={() => withdraw.mutate({ params: { id: `${open.key.id}` } }, { onSettled: close })}
        >
          <p>{t('keys.withdrawText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Key({ of: key, onWithdraw }: { of: ActivationKey; onWithdraw: () => void }) {
  const { t, language } = useTranslation('registration');
  const { time_zone } = useSelf().school;
  const { user, state, kind } = key;
  const day = (instant: string) => writeDate(language, toLocal(new Date(instant), time_zone).date, 'medium');
  return (
    <Card>
      <div className={styles.key}>
        <div className={styles.about}>
          <h2>{user.displayname}</h2>
          <p>
            {t(`keys.kind.${kind}`)} ·{' '}
            {key.used_at
              ? t('keys.usedOn', { date: day(key.used_at) })
              : t('keys.until', { date: day(key.expires_at) })}
          </p>
        </div>
        <div className={styles.actions}>
          <Tag look={LOOKS[state]}>{t(`keys.state.${state}`)}</Tag>
          {isAllowed(key.can, 'withdraw') && (
            <Button
              look="quiet"
              icon="trash"
              aria-label={t('keys.withdrawOf', { name: user.displayname })}
              onPress={onWithdraw}
            >
              {t('keys.withdraw')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
