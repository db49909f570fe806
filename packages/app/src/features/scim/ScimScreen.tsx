import { type MadeScimToken, type ScimToken, scimApi } from '@kreide/core/features/scim';
import { isAllowed, toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { NewScimToken } from './NewScimToken.tsx';
import styles from './Scim.module.css';

/** Services that bring people and classes by themselves: where they call, and with which tokens. */
export function ScimScreen() {
  const { t } = useTranslation(['scim', 'shell']);
  const { school } = useSelf();
  const params = { id: `${school.id}` };
  const query = useQuery(queryOf(scimApi.getSettings, { params }, { staleTime: 0 }));
  const texts = useCopyTexts();
  return (
    <div className={styles.screen}>
      <p className={styles.hint}>{t('intro')}</p>
      <Loaded query={query} skeleton={{ items: 3, label: t('shell:titles.loading') }} errorTitle={t('errorTitle')}>
        {({ address, tokens, people, can }) => (
          <>
            <Card isRoomy>
              <CopyField label={t('address')} value={address} texts={texts} description={t('addressHint')} />
              {people > 0 && <p className={styles.hint}>{t('people', { count: people })}</p>}
            </Card>
            {isAllowed(can, 'update') ? (
              <Card isRoomy>
                <Tokens tokens={tokens} params={params} />
              </Card>
            ) : (
              <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Tokens({ tokens, params }: { tokens: readonly ScimToken[]; params: { id: string } }) {
  const { t } = useTranslation('scim');
  const [step, setStep] = useState<'list' | 'add' | MadeScimToken>('list');
  const [leaving, setLeaving] = useState<ScimToken | null>(null);
  const texts = useCopyTexts();
  return (
    <div className={styles.form}>
      <h2>{t('tokens')}</h2>
      <p className={styles.hint}>{t('tokensAbout')}</p>
      {tokens.length > 0 && (
        <RowList label={t('tokens')}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onPress={() => setLeaving(token)} />
          ))}
        </RowList>
      )}
      {tokens.length === 0 && step === 'list' && <p>{t('emptyText')}</p>}
      {typeof step === 'object' && (
        <>
          <p role="status">
            <strong>{t('made', { name: step.name })}</strong> {t('madeText')}
          </p>
          <CopyField label={t('token')} value={step.token} texts={texts} autoFocus />
          <div className={styles.actions}>
            <Button look="primary" onPress={() => setStep('list')}>
              {t('done')}
            </Button>
          </div>
        </>
      )}
      {step === 'add' && <NewScimToken params={params} onMade={setStep} onClose={() => setStep('list')} />}
      {step === 'list' && (
        <div className={styles.actions}>
          <Button icon="plus" onPress={() => setStep('add')}>
            {t('add')}
          </Button>
        </div>
      )}
      {leaving && <RevokeToken token={leaving} params={params} onClose={() => setLeaving(null)} />}
    </div>
  );
}

function TokenRow({ token, onPress }: { token: ScimToken; onPress: () => void }) {
  const { t, language } = useTranslation('scim');
  const { school } = useSelf();
  const { name, ends_on, last_used_at } = token;
  const until = writeDate(language, ends_on, 'medium');
  const about =
    ends_on < toLocal(new Date(), school.time_zone).date
      ? t('ended', { until })
      : last_used_at === null
        ? t('never', { until })
        : t('used', { until, date: writeMoment(language, new Date(last_used_at), school.time_zone, 'long') });
  return <ActionRow icon="trash" text={`${name}: ${t('revoke')}`} about={about} onPress={onPress} />;
}

interface RevokeTokenProps {
  token: ScimToken;
  params: { id: string };
  onClose: () => void;
}

function RevokeToken({ token: { id, name }, params, onClose }: RevokeTokenProps) {
  const { t } = useTranslation(['scim', 'shell', 'errors']);
  const revoke = useMutation({
    ...mutationOf(scimApi.removeToken, { touches: [scimApi.getSettings], messages: false }),
    onSuccess: () => {
      toasts.show('success', t('revoked'));
      onClose();
    },
    onError: (error) => {
      toasts.show('error', toReason(t, error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name })}
      texts={{ confirm: t('revoke'), cancel: t('cancel'), close: t('shell:close') }}
      icon="trash"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { ...params, token_id: `${id}` } })}
      onClose={onClose}
    >
      <p>{t('revokeText')}</p>
    </ConfirmDialog>
  );
}
