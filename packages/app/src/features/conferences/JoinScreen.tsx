import { type ReactNode, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Call } from './Call.tsx';
import styles from './Conference.module.css';
import { Feedback } from './Feedback.tsx';
import { Lobby } from './Lobby.tsx';
import { PeopleList } from './PeopleList.tsx';
import { useConference, usePresence } from './use-conference.ts';
import { useOwnMedia } from './use-own-media.ts';

/** `/channels/:channelId/join-conference/:conferenceUuid`: one conference, from the lobby to what one says about it (C-2.15). */
export function JoinScreen() {
  const { t } = useTranslation('conferences');
  const { id = '', uuid = '' } = useParams();
  const isAddress = /^[1-9]\d{0,14}$/.test(id) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid);
  const missing = <EmptyState icon="lock" title={t('start.missingTitle')} text={t('start.missingText')} />;
  return isAddress ? <OpenConference key={uuid} id={id} uuid={uuid} missing={missing} /> : missing;
}

function OpenConference({ id, uuid, missing }: { id: string; uuid: string; missing: ReactNode }) {
  const { t } = useTranslation(['conferences', 'errors']);
  const self = useSelf();
  const own = useOwnMedia();
  const attended = useConference(id, uuid);
  const { query, attendance, joined, connection, join, leave, put } = attended;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isJoining, setJoining] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const [search] = useSearchParams();
  const { media, close, closeAll } = own;
  const sent = media.camera || media.screen ? 'video' : 'sound';
  const isMuted = media.isMuted || media.microphone === null;
  usePresence(attended, { media: sent, is_muted: isMuted, is_sharing: media.screen !== null }, () => {
    close('camera');
    close('screen');
    setNote(t('call.noPicture'));
  });
  const isOver = query.data?.state === 'ended' || query.data?.own_state === 'removed' || attendance === 'elsewhere';
  useEffect(() => {
    if (!isOver) return;
    closeAll();
    if (attendance === 'inside') leave();
  }, [isOver, attendance, closeAll, leave]);

  const enter = async () => {
    setJoining(true);
    setRefusal(null);
    const error = await join(sent);
    setJoining(false);
    if (error) setRefusal(toReason(t, error));
  };
  const hangUp = () => {
    leave();
    closeAll();
    setNote(null);
    setLeft(true);
  };
  const [hasLeft, setLeft] = useState(false);
  if (['not_found', 'forbidden'].includes(query.error?.code ?? '')) return missing;
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ type: 'list', label: t('start.loading') }} errorTitle={t('start.errorTitle')}>
        {(conference) => {
          const back = <LinkButton href={`/channels/${id}`}>{t('start.back')}</LinkButton>;
          const said = conference.can.feedback === 1 && <Feedback conference={conference} onChange={put} />;
          if (conference.state === 'ended')
            return (
              <>
                <EmptyState icon="checkCircle" title={t('over.ended')} action={back} />
                {said}
              </>
            );
          if (conference.own_state === 'removed')
            return <EmptyState icon="lock" title={t('over.removed')} text={t('over.removedText')} action={back} />;
          if (attendance === 'elsewhere')
            return (
              <EmptyState
                icon="info"
                title={t('over.elsewhere')}
                action={
                  <Button look="primary" onPress={() => attended.setAttendance('outside')}>
                    {t('over.here')}
                  </Button>
                }
              />
            );
          if (attendance === 'inside' && joined && conference.own_state === 'waiting')
            return (
              <EmptyState
                icon="clock"
                title={t('lobby.waiting')}
                action={<Button onPress={hangUp}>{t('lobby.cancel')}</Button>}
              />
            );
          if (attendance === 'inside' && joined?.url && conference.provider === 'mesh')
            return (
              <Call
                conference={conference}
                joined={joined}
                connection={connection}
                own={own}
                note={note}
                onLeave={hangUp}
                onEnded={put}
              />
            );
          if (attendance === 'inside' && joined?.url)
            return (
              <>
                <EmptyState
                  icon="monitor"
                  title={t('call.room')}
                  action={
                    <>
                      <LinkButton look="primary" href={joined.url} target="_blank" rel="noopener">
                        {t('call.open')}
                      </LinkButton>
                      <Button onPress={hangUp}>{t('call.leave')}</Button>
                    </>
                  }
                />
                <PeopleList conference={conference} ownId={self.id} />
              </>
            );
          if (hasLeft)
            return (
              <>
                <EmptyState
                  icon="checkCircle"
                  title={t('over.left')}
                  action={
                    <>
                      <Button look="primary" onPress={() => setLeft(false)}>
                        {t('over.again')}
                      </Button>
                      {back}
                    </>
                  }
                />
                {said}
              </>
            );
          return (
            <>
              <Problem text={search.get('problem') === 'server' ? t('problems.server') : null} />
              <Lobby conference={conference} own={own} refusal={refusal} isJoining={isJoining} onJoin={enter} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
