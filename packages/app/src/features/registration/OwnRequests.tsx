import { type ChildRequest, childRequestApi, registrationEvents } from '@kreide/core/features/registration';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { invalidateQueries, mutationOf } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './OwnRequests.module.css';
import { ownRequestsQuery } from './request-queries.ts';

const LOOKS: Record<ChildRequest['state'], TagLook> = {
  open: 'info',
  accepted: 'success',
  refused: 'danger',
  withdrawn: 'outline',
};

/** The way to a code for who has none: what was asked for and what became of it, and asking (P-7.75). */
export function OwnRequests({ isForced }: { isForced: boolean }) {
  const { t } = useTranslation('registration');
  const { data, isError, isFetching, refetch } = useQuery(ownRequestsQuery());
  const ask = () => void invalidateQueries(childRequestApi.listOwnChildRequests);
  useRealtime(registrationEvents.childRequestAnswered, ask, ask);
  return (
    <div className={styles.part}>
      {isError && !data && (
        <div role="alert" className={styles.failed}>
          <p>{t('request.failed')}</p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            {t('request.retry')}
          </Button>
        </div>
      )}
      {data && data.requests.length > 0 && (
        <section aria-label={t('request.mine')}>
          <h3>{t('request.mine')}</h3>
          <ul className={styles.list} aria-label={t('request.mine')}>
            {data.requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ul>
        </section>
      )}
      <div className={styles.actions}>
        <LinkButton href="/settings/add-child/request">{t('request.ask')}</LinkButton>
      </div>
      {isForced && (
        <div className={styles.meanwhile}>
          <p>{t('request.meanwhile')}</p>
          <div className={styles.actions}>
            <LinkButton look="quiet" href="/users-select">
              {t('request.accounts')}
            </LinkButton>
            <LinkButton look="quiet" href="/data-protection">
              {t('request.privacy')}
            </LinkButton>
          </div>
        </div>
      )}
    </div>
  );
}

function Request({ request }: { request: ChildRequest }) {
  const { t, language } = useTranslation('registration');
  const { time_zone } = useSelf().school;
  const { id, state, way, reason, firstname, lastname } = request;
  const name = `${firstname} ${lastname}`;
  const withdraw = useMutation({
    ...mutationOf(childRequestApi.withdrawChildRequest, { touches: [childRequestApi.listOwnChildRequests] }),
    onSuccess: () => toasts.show('success', t('request.withdrawn')),
  });
  const asked = writeDate(language, toLocal(new Date(request.created_at), time_zone).date, 'medium');
  return (
    <li className={styles.request}>
      <div className={styles.words}>
        <strong>{name}</strong>
        <p className={styles.muted}>{t('request.askedOn', { date: asked })}</p>
        {state === 'accepted' && <p>{t(way === 'mail' ? 'request.byMail' : 'request.byLetter')}</p>}
        {reason !== null && <p>{t('request.reason', { reason })}</p>}
      </div>
      <Tag look={LOOKS[state]}>{t(`request.state.${state}`)}</Tag>
      {state === 'open' && (
        <Button
          look="quiet"
          aria-label={t('request.withdrawOf', { name })}
          isPending={withdraw.isPending}
          onPress={() => withdraw.mutate({ params: { id: 'self', request_id: `${id}` } })}
        >
          {t('request.withdraw')}
        </Button>
      )}
    </li>
  );
}
