import { type JoinedAccount, joiningApi, type LoginAnswer } from '@kreide/core/features/auth';
import { ApiError, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './AccountsScreen.module.css';
import { joinedQuery, switchTo } from './joined.ts';
import { useProblemWords } from './use-problem-words.ts';

interface JoinedCardProps {
  /** A second step has to be taken first. */
  onStep: (answer: LoginAnswer) => void;
}

/** The accounts that are joined with this one: change to them, join another, separate one (D-6.05). */
export function JoinedCard({ onStep }: JoinedCardProps) {
  const { t, language } = useTranslation(['auth', 'shell']);
  const { school } = useSelf();
  const say = (date: string) => writeMoment(language, new Date(date), school.time_zone, 'medium');
  const toWords = useProblemWords();
  const query = useQuery(joinedQuery);
  const [leaving, setLeaving] = useState<JoinedAccount | null>(null);

  async function open(account: JoinedAccount) {
    try {
      const answer = await switchTo(account);
      if (answer) onStep(answer);
    } catch (thrown) {
      toasts.show('error', toWords(ApiError.from(thrown)), { topic: 'account' });
    }
  }

  return (
    <>
      <Card>
        <h2>{t('joining.title')}</h2>
        <p>{t('joining.about')}</p>
        <Loaded
          query={query}
          skeleton={{ items: 1, label: t('shell:titles.loading') }}
          errorTitle={t('shell:connectionLost.title')}
        >
          {(list) =>
            list.length > 0 && (
              <div className={styles.rows}>
                <p>{t('joining.ends')}</p>
                <RowList label={t('joining.title')}>
                  {list.map((account) => (
                    <ActionRow
                      key={account.uuid}
                      icon="user"
                      text={account.displayname}
                      about={
                        account.last_used_at
                          ? t('joining.used', { school: account.school.name, date: say(account.last_used_at) })
                          : t('joining.unused', { school: account.school.name })
                      }
                      onPress={() => void open(account)}
                      end={account.can.switch === 0 && <Tag>{t('joining.closed')}</Tag>}
                      beside={
                        <IconButton
                          icon="close"
                          label={t('joining.leave', { name: account.displayname })}
                          onPress={() => setLeaving(account)}
                        />
                      }
                    />
                  ))}
                </RowList>
              </div>
            )
          }
        </Loaded>
      </Card>
      <LinkButton icon="plus" href="/users-select?join">
        {t('joining.add')}
      </LinkButton>
      {leaving && <LeaveDialog account={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function LeaveDialog({ account, onClose }: { account: JoinedAccount; onClose: () => void }) {
  const { t } = useTranslation(['auth', 'shell', 'two-factor']);
  const toWords = useProblemWords();
  const { uuid, displayname: name } = account;
  const remove = useMutation({
    ...mutationOf(joiningApi.removeJoinedAccount, { touches: [joiningApi.listJoinedAccounts], messages: false }),
    onSuccess: () => {
      toasts.show('success', t('joining.left', { name }));
      onClose();
    },
    onError: (error) => {
      toasts.show('error', toWords(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('joining.leaveTitle', { name })}
      texts={{
        confirm: t('joining.leave', { name }),
        cancel: t('two-factor:settings.cancel'),
        close: t('shell:close'),
      }}
      icon="close"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: 'self', uuid } })}
      onClose={onClose}
    >
      <p>{t('joining.leaveText')}</p>
    </ConfirmDialog>
  );
}
