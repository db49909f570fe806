import type { LoginAnswer } from '@kreide/core/features/auth';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { readAccounts, removeAccount, selectAccount } from '../../kernel/accounts.ts';
import { sessionStore } from '../../kernel/client.ts';
import { DEFAULT_ROUTE } from '../../kernel/guards.ts';
import { late } from '../../kernel/late.ts';
import { outbox } from '../../kernel/outbox.ts';
import { session, useSelf } from '../../kernel/session.ts';
import type { StoredUser } from '../../kernel/stored-users.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './AccountsScreen.module.css';
import { JoinedCard } from './JoinedCard.tsx';
import { JoinScreen } from './JoinScreen.tsx';
import { keepSwitched } from './joined.ts';

const SecondStep = late(async () => (await import('./SecondStep.tsx')).SecondStep);

/** The accounts of this device, those that are joined with the selected one, and the way to join another. */
export function AccountsScreen() {
  const [search] = useSearchParams();
  const owner = useStore(session, (state) => state.owner);
  const given = useLocation().state as LoginAnswer | null;
  const [step, setStep] = useState(given?.second_step ? given : null);
  if (search.has('join')) return <JoinScreen />;
  if (step) return <SwitchStep answer={step} onBack={() => setStep(null)} />;
  return (
    <div className={styles.accounts}>
      <DeviceAccounts />
      <JoinedCard key={owner} onStep={setStep} />
    </div>
  );
}

/** The second step of a joined account that is switched to. */
function SwitchStep({ answer, onBack }: { answer: LoginAnswer; onBack: () => void }) {
  const { t } = useTranslation(['shell', 'two-factor']);
  const navigate = useNavigate();
  return (
    <Card isRoomy>
      <Suspense fallback={<Skeleton items={2} label={t('shell:titles.loading')} />}>
        <SecondStep
          slink={answer.data.slink}
          stayLoggedIn={sessionStore.stays()}
          answer={answer}
          onDone={async (done) => {
            await keepSwitched(done, done.data.name);
            await navigate(DEFAULT_ROUTE, { replace: true });
          }}
          onBack={(why) => {
            if (why !== null) toasts.show('error', why);
            onBack();
          }}
          backText={t('two-factor:settings.cancel')}
        />
      </Suspense>
    </Card>
  );
}

/** The accounts of this device: select, add and sign out each of them (P-2.63). */
function DeviceAccounts() {
  const { t } = useTranslation('auth');
  useSelf();
  const [accounts, setAccounts] = useState(readAccounts);
  const [leaving, setLeaving] = useState<StoredUser | null>(null);
  const owner = useStore(session, (state) => state.owner);
  if (!accounts) return null;
  return (
    <>
      <p>{t('accounts.about')}</p>
      <Card>
        <RowList label={t('accounts.title')}>
          {accounts.users.map((user) => (
            <ActionRow
              key={user.uuid}
              icon="user"
              text={user.displayname}
              about={user.school?.name}
              onPress={() => void selectAccount(user.uuid)}
              end={user.uuid === owner && <Tag>{t('accounts.current')}</Tag>}
              beside={
                user.uuid !== owner && (
                  <IconButton
                    icon="logout"
                    label={t('accounts.remove', { name: user.displayname })}
                    onPress={() => setLeaving(user)}
                  />
                )
              }
            />
          ))}
        </RowList>
      </Card>
      <LinkButton icon="plus" href="/login/add/user">
        {t('accounts.add')}
      </LinkButton>
      {leaving && (
        <RemoveDialog
          user={leaving}
          onClose={() => {
            setLeaving(null);
            setAccounts(readAccounts());
          }}
        />
      )}
    </>
  );
}

function RemoveDialog({ user, onClose }: { user: StoredUser; onClose: () => void }) {
  const { t } = useTranslation(['auth', 'shell']);
  const [unsent, setUnsent] = useState(0);
  const [isPending, setPending] = useState(false);
  const { uuid, displayname: name } = user;
  useEffect(() => {
    let isShown = true;
    void outbox.count(uuid).then((count) => isShown && setUnsent(count));
    return () => {
      isShown = false;
    };
  }, [uuid]);

  async function leave() {
    setPending(true);
    await removeAccount(uuid);
    toasts.show('success', t('accounts.removed', { name }));
    onClose();
  }

  return (
    <ConfirmDialog
      title={t('accounts.removeTitle', { name })}
      texts={{ confirm: t('shell:logout.action'), cancel: t('logout.cancel'), close: t('shell:close') }}
      icon="logout"
      isPending={isPending}
      onConfirm={leave}
      onClose={onClose}
    >
      <p>{t('accounts.removeText')}</p>
      {unsent > 0 && <p>{t('accounts.unsent', { count: unsent })}</p>}
    </ConfirmDialog>
  );
}
