import { conferencesApi, MESH_SOUND_MAXIMUM, MESH_VIDEO_MAXIMUM } from '@kreide/core/features/conferences';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Conference.module.css';

/** `/channels/:channelId/start-conference`: what a conference of the channel would be, and the button that begins it (C-2.14). */
export function StartScreen() {
  const { t } = useTranslation(['conferences', 'errors']);
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const [has_lobby, setLobby] = useState(false);
  const query = useQuery({ ...queryOf(conferencesApi.getRunning, { params: { id } }), enabled: isId, staleTime: 0 });
  const start = useMutation({
    ...mutationOf(conferencesApi.create, { touches: [conferencesApi.getRunning] }),
    onSuccess: ({ uuid }) => navigate(`/channels/${id}/join-conference/${uuid}`, { replace: true }),
  });
  if (!isId || ['not_found', 'forbidden'].includes(query.error?.code ?? ''))
    return <EmptyState icon="lock" title={t('start.missingTitle')} text={t('start.missingText')} />;
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ type: 'list', label: t('start.loading') }} errorTitle={t('start.errorTitle')}>
        {({ running, plan }) => (
          <Card>
            <div className={styles.facts}>
              {running ? (
                <>
                  <p>{t('start.running')}</p>
                  <p>{t('present', { count: running.present_count })}</p>
                </>
              ) : (
                <>
                  <p>{t(plan.can.start === 1 ? 'start.intro' : 'start.refused')}</p>
                  <p className={styles.note}>
                    {plan.provider === 'mesh'
                      ? t('start.mesh', { video: MESH_VIDEO_MAXIMUM, sound: MESH_SOUND_MAXIMUM })
                      : t('start.server')}
                  </p>
                </>
              )}
              {plan.notices.map((notice) => (
                <p key={notice} className={styles.note}>
                  {t(`start.notices.${notice}`)}
                </p>
              ))}
              {!running && plan.can.start === 1 && (
                <Switch isSelected={has_lobby} onChange={setLobby}>
                  {t('start.lobby')}
                </Switch>
              )}
              <Problem text={start.error && toReason(t, start.error)} />
              <div className={styles.buttons}>
                {running ? (
                  <LinkButton look="primary" href={`/channels/${id}/join-conference/${running.uuid}`}>
                    {t('start.join')}
                  </LinkButton>
                ) : (
                  plan.can.start === 1 && (
                    <Button
                      look="primary"
                      isPending={start.isPending}
                      onPress={() => start.mutate({ params: { id }, body: { has_lobby } })}
                    >
                      {t('start.begin')}
                    </Button>
                  )
                )}
                <LinkButton href={`/channels/${id}`}>{t('start.back')}</LinkButton>
              </div>
            </div>
          </Card>
        )}
      </Loaded>
    </div>
  );
}
