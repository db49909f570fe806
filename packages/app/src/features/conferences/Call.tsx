import { type Conference, conferencesApi, type JoinedConference } from '@kreide/core/features/conferences';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import styles from './Conference.module.css';
import { MediaProblems } from './MediaProblems.tsx';
import { PeopleList } from './PeopleList.tsx';
import { Tile } from './Tile.tsx';
import { useMesh } from './use-mesh.ts';
import type { OwnMediaControl } from './use-own-media.ts';

interface CallProps {
  conference: Conference;
  joined: JoinedConference;
  connection: string;
  own: OwnMediaControl;
  /** Why a picture was turned off again, in words. */
  note: string | null;
  onLeave: () => void;
  onEnded: (conference: Conference) => void;
}

/** A conference of browsers: everybody as a tile, and what one can do (C-7.31). */
export function Call({ conference, joined, connection, own, note, onLeave, onEnded }: CallProps) {
  const { t } = useTranslation('conferences');
  const self = useSelf();
  const { media, open, close, setMuted } = own;
  const { camera, screen, microphone, isMuted } = media;
  const [isEnding, setEnding] = useState(false);
  const remotes = useMesh(conference, joined, { user_id: self.id, connection }, media);
  const end = useMutation({ ...mutationOf(conferencesApi.end), onSuccess: onEnded, onSettled: () => setEnding(false) });
  const picture = screen ?? camera;
  const ownStream = useMemo(() => (picture ? new MediaStream([picture]) : null), [picture]);
  const present = conference.participants.filter(({ state }) => state === 'in');
  const others = present.filter(({ user_id }) => user_id !== self.id);
  // Somebody who sends a picture already may send another one; `seats` are those beside the others.
  const mayShow = conference.seats === null || conference.seats.video === 1;
  const params = { id: String(conference.channel_id), cid: conference.uuid };
  const notesOf = (one: { user_id: number; is_muted: boolean; is_sharing: boolean }) => [
    ...(one.user_id === conference.host_id ? [t('call.host')] : []),
    ...(one.is_muted ? [t('call.muted')] : []),
    ...(one.is_sharing ? [t('call.sharing')] : []),
  ];
  return (
    <div className={styles.call}>
      <ul className={styles.tiles} aria-label={t('call.people')} data-count={present.length}>
        <li>
          <Tile
            name={t('call.you')}
            person={self.firstname}
            stream={ownStream}
            hasPicture={picture !== null}
            notes={notesOf({ user_id: self.id, is_muted: isMuted, is_sharing: screen !== null })}
            isOwn
            isScreen={screen !== null}
          />
        </li>
        {others.map((one) => {
          const remote = remotes.find((view) => view.connection === one.connection);
          return (
            <li key={one.user_id}>
              <Tile
                name={one.displayname}
                stream={remote?.stream ?? null}
                hasPicture={one.media === 'video' && remote?.state === 'connected'}
                notes={notesOf(one)}
                isScreen={one.is_sharing}
                state={remote?.state ?? 'connecting'}
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className={styles.note}>
        {others.length === 0 ? t('call.alone') : t('present', { count: present.length })} {note}
      </p>
      <MediaProblems problems={media.problems} />
      <div className={styles.tools} role="toolbar" aria-label={t('call.tools')}>
        <Button onPress={() => (microphone ? setMuted(!isMuted) : void open('microphone'))}>
          {t(isMuted || !microphone ? 'call.unmute' : 'call.mute')}
        </Button>
        {(camera || mayShow) && (
          <Button onPress={() => (camera ? close('camera') : void open('camera', media.chosen.camera))}>
            {t(camera ? 'call.cameraOff' : 'call.cameraOn')}
          </Button>
        )}
        {(screen || mayShow) && 'getDisplayMedia' in (navigator.mediaDevices ?? {}) && (
          <Button onPress={() => (screen ? close('screen') : void open('screen'))}>
            {t(screen ? 'call.stopShare' : 'call.share')}
          </Button>
        )}
        <Button look="danger" onPress={onLeave}>
          {t('call.leave')}
        </Button>
        {isAllowed(conference.can, 'host') && <Button onPress={() => setEnding(true)}>{t('call.end')}</Button>}
      </div>
      {!mayShow && !picture && <p className={styles.note}>{t('call.noPicture')}</p>}
      <PeopleList conference={conference} ownId={self.id} />
      {isEnding && (
        <ConfirmDialog
          title={t('call.endTitle')}
          isPending={end.isPending}
          texts={{ confirm: t('call.end'), cancel: t('call.cancel'), close: t('call.close') }}
          onConfirm={() => end.mutate({ params })}
          onClose={() => setEnding(false)}
        >
          {t('call.endText')}
        </ConfirmDialog>
      )}
    </div>
  );
}
