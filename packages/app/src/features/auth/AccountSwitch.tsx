import { environmentsApi, type JoinedAccount } from '@kreide/core/features/auth';
import { ApiError, type Environment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { readAccounts, selectAccount } from '../../kernel/accounts.ts';
import { queryOf } from '../../kernel/data.ts';
import { native } from '../../kernel/native.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { shelves } from '../../kernel/storage.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './AccountsScreen.module.css';
import { joinedQuery, switchTo } from './joined.ts';
import {
  accountAt,
  environmentRefusal,
  hasSpecialSchools,
  SPECIAL_PURPOSES,
  type SpecialPurpose,
} from './switching.ts';

/** They change with the configuration of the server alone. */
const environmentsQuery = queryOf(environmentsApi.listEnvironments, {}, { staleTime: Number.POSITIVE_INFINITY });

/** In the account panel: the other accounts of this device, those that are joined with this one (D-6.05), and the ways of those who run the product (C-2.79). */
export function AccountSwitch({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation(['auth', 'errors'], { useSuspense: false });
  const self = useSelf();
  const navigate = useNavigate();
  const [accounts] = useState(readAccounts);
  const joined = useQuery(joinedQuery).data ?? [];
  const others = accounts?.users.filter(({ uuid }) => uuid !== accounts.selected) ?? [];
  const isOperator = hasSpecialSchools(self, shelves.local);
  const special = isOperator ? SPECIAL_PURPOSES : [];
  const environments = useQuery({ ...environmentsQuery, enabled: isOperator }).data ?? [];
  const elsewhere = joined.filter(
    ({ uuid, can }) => can.switch === 1 && !accounts?.users.some((user) => user.uuid === uuid),
  );
  if (!accounts || others.length + elsewhere.length + special.length === 0) return null;

  function select(uuid: string) {
    onLeave();
    void selectAccount(uuid);
  }
  async function change(account: JoinedAccount) {
    onLeave();
    try {
      const step = await switchTo(account);
      if (step) await navigate('/users-select', { state: step });
    } catch (thrown) {
      toasts.show('error', toReason(t, ApiError.from(thrown)), { topic: 'account' });
    }
  }
  function go(purpose: SpecialPurpose) {
    if (self.school.purpose === purpose) {
      const text = purpose === 'management' ? 'accounts.switch.inManagement' : 'accounts.switch.inInternal';
      toasts.show('error', t(text), { topic: 'account' });
      return;
    }
    const account = accounts && accountAt(accounts, purpose);
    if (account) return select(account.uuid);
    onLeave();
    navigate('/login/add/user');
  }
  async function open({ url }: Environment) {
    const refusal = environmentRefusal(await native.version());
    if (refusal) toasts.show('error', t(`accounts.environment.${refusal}`), { topic: 'account' });
    else if (url === location.origin) toasts.show('error', t('accounts.environment.isThis'), { topic: 'account' });
    else location.assign(url);
  }

  return (
    <div className={styles.rows}>
      <RowList label={t('accounts.switch.label')}>
        {others.map((user) => (
          <ActionRow
            key={user.uuid}
            icon="user"
            text={user.displayname}
            about={user.school?.name}
            onPress={() => select(user.uuid)}
          />
        ))}
        {elsewhere.map((account) => (
          <ActionRow
            key={account.uuid}
            icon="user"
            text={account.displayname}
            about={account.school.name}
            onPress={() => void change(account)}
          />
        ))}
        {special.map((purpose) => (
          <ActionRow key={purpose} icon="school" text={t(`accounts.switch.${purpose}`)} onPress={() => go(purpose)} />
        ))}
        {environments.map((environment) => (
          <ActionRow
            key={environment.url}
            icon="globe"
            text={t('accounts.environment.open', environment)}
            about={new URL(environment.url).host}
            onPress={() => void open(environment)}
          />
        ))}
      </RowList>
    </div>
  );
}
