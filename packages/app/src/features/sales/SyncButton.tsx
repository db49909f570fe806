import { type LeadSync, SALES_PERMISSION, salesApi } from '@kreide/core/features/sales';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { isSyncing, startSync, useSync } from './leads-queries.ts';
import styles from './Sales.module.css';

/** Fetches the leads, and says how far that is; absent without the permission to sell (P-6.09, T-6.03). */
export function SyncButton() {
  const { t, language } = useTranslation(['sales', 'errors']);
  const { permissions, school } = useSelf();
  const sells = permissions.includes(SALES_PERMISSION);
  const sync = useSync(sells);
  const start = useMutation(startSync);
  const isRunning = isSyncing(sync);
  const endedAt = sync?.ended_at;
  const seen = useRef(endedAt);
  // Fetching a few leads is over before anybody has looked how far it is.
  useEffect(() => {
    if (endedAt && seen.current !== undefined && endedAt !== seen.current) void invalidateQueries(salesApi.list);
    seen.current = endedAt;
  }, [endedAt]);
  if (!sells) return null;

  function say({ state, read, added, changed, refused, reason, ended_at }: LeadSync): string {
    if (isRunning) return t('sync.running', { read });
    if (state === 'never') return t(sync?.has_source ? 'sync.never' : 'sync.neverHere');
    const at = ended_at ? writeMoment(language, new Date(ended_at), school.time_zone, 'medium') : '';
    const counts = t('sync.done', { at, added, changed });
    const said = refused > 0 ? `${counts} ${t('sync.refused', { refused })}` : counts;
    return state === 'failed' ? t('sync.failed', { at, reason: t(`sync.reason_${reason ?? 'interrupted'}`) }) : said;
  }
  return (
    <div className={styles.actions}>
      <Button
        icon="download"
        isPending={start.isPending || isRunning}
        onPress={() =>
          start.mutate(
            {},
            { onError: (error) => toasts.show('error', t('sync.notBegun', { reason: toReason(t, error) })) },
          )
        }
      >
        {t('sync.button')}
      </Button>
      <p role="status" className={styles.muted}>
        {sync && say(sync)}
      </p>
    </div>
  );
}
