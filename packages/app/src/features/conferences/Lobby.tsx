import { type Conference, MESH_SOUND_MAXIMUM, MESH_VIDEO_MAXIMUM } from '@kreide/core/features/conferences';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Conference.module.css';
import { MediaProblems } from './MediaProblems.tsx';
import { Tile } from './Tile.tsx';
import type { OwnMediaControl } from './use-own-media.ts';

interface LobbyProps {
  conference: Conference;
  own: OwnMediaControl;
  /** Why joining was refused, in words. */
  refusal: string | null;
  isJoining: boolean;
  onJoin: () => void;
}

/** Before joining: the own picture, which camera and microphone, and whether there is a seat (C-7.31). */
export function Lobby({ conference, own, refusal, isJoining, onJoin }: LobbyProps) {
  const { t } = useTranslation('conferences');
  const { media, open, close, setMuted } = own;
  const { firstname } = useSelf();
  const [wantsCamera, setWantsCamera] = useState(true);
  const { seats, participants, present_count } = conference;
  const hasSeat = seats === null || seats.video === 1 || seats.sound === 1;
  const onlySound = seats !== null && seats.video === 0;
  const isMesh = conference.provider === 'mesh';
  const first = useRef(true);
  const { camera } = media;
  const stream = useMemo(() => (camera ? new MediaStream([camera]) : null), [camera]);

  useEffect(() => {
    if (!first.current || !isMesh || !hasSeat) return;
    first.current = false;
    void open('microphone').then(() => (onlySound ? false : open('camera')));
  }, [isMesh, hasSeat, onlySound, open]);
  // The last seat with a picture was taken while this one looked into the mirror.
  useEffect(() => {
    if (onlySound) close('camera');
  }, [onlySound, close]);

  const choose = (kind: 'camera' | 'microphone') => {
    const devices = media.devices[kind];
    if (devices.length < 2) return null;
    return (
      <Select
        label={t(`lobby.${kind}`)}
        options={devices.map(({ id, name }, index) => ({
          key: id,
          text: name || t('lobby.device', { number: index + 1 }),
        }))}
        value={media.chosen[kind] ?? devices[0]?.id ?? ''}
        onChange={(id) => void open(kind, id)}
      />
    );
  };
  const names = participants
    .filter(({ state }) => state === 'in')
    .map(({ displayname }) => displayname)
    .join(', ');
  return (
    <div className={styles.lobby}>
      {isMesh && (
        <Tile
          name={camera ? t('lobby.preview') : t('lobby.noPreview')}
          person={firstname}
          stream={stream}
          hasPicture={camera !== null}
          notes={media.isMuted ? [t('call.muted')] : []}
          isOwn
        />
      )}
      <Card>
        <div className={styles.facts}>
          <h2>{t('lobby.ready')}</h2>
          <p role="status">
            {present_count === 0 ? t('lobby.nobody') : `${t('present', { count: present_count })} ${names}`}
          </p>
          {seats !== null && (
            <p className={styles.note}>
              {seats.video === 1 ? t('lobby.video') : t(seats.sound === 1 ? 'lobby.soundOnly' : 'lobby.full')}
            </p>
          )}
          {isMesh && (
            <p className={styles.note}>{t('start.mesh', { video: MESH_VIDEO_MAXIMUM, sound: MESH_SOUND_MAXIMUM })}</p>
          )}
          {isMesh && hasSeat && (
            <>
              {!onlySound && (
                <Switch
                  isSelected={wantsCamera && camera !== null}
                  onChange={(on) => {
                    setWantsCamera(on);
                    if (on) void open('camera', media.chosen.camera);
                    else close('camera');
                  }}
                >
                  {t('lobby.withCamera')}
                </Switch>
              )}
              <Switch isSelected={media.isMuted} onChange={setMuted}>
                {t('lobby.muted')}
              </Switch>
              {!onlySound && choose('camera')}
              {choose('microphone')}
              <MediaProblems problems={media.problems} />
            </>
          )}
          <Problem text={refusal} />
          <div className={styles.buttons}>
            {hasSeat && (
              <Button look="primary" isPending={isJoining} onPress={onJoin}>
                {t('lobby.join')}
              </Button>
            )}
            <LinkButton href={`/channels/${conference.channel_id}`}>{t('start.back')}</LinkButton>
          </div>
        </div>
      </Card>
    </div>
  );
}
