import { useEffect, useRef } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './Conference.module.css';
import type { PeerState } from './peer.ts';

interface TileProps {
  name: string;
  /** The text whose first letter stands in for a missing picture, if it is not the name. */
  person?: string;
  stream: MediaStream | null;
  /** They send a picture. */
  hasPicture: boolean;
  /** What is said beside the name: muted, leads, shares. */
  notes: readonly string[];
  isOwn?: boolean;
  isScreen?: boolean;
  state?: PeerState | undefined;
}

/** One person of a conference: picture or name, sound, and how the connection is. */
export function Tile({
  name,
  person = name,
  stream,
  hasPicture,
  notes,
  isOwn = false,
  isScreen = false,
  state,
}: TileProps) {
  const { t } = useTranslation('conferences');
  const picture = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = picture.current;
    if (!element) return;
    if (element.srcObject !== stream) element.srcObject = stream;
    // A browser stops a picture that nobody sees, and does not begin again by itself.
    if (hasPicture) element.play().catch(() => {});
  }, [stream, hasPicture]);
  // The sound is its own: it goes on when a picture is turned off.
  useEffect(() => {
    if (isOwn || stream === null) return;
    const sound = new Audio();
    sound.srcObject = stream;
    sound.play().catch(() => {});
    return () => {
      sound.pause();
      sound.srcObject = null;
    };
  }, [isOwn, stream]);
  const trouble = state === 'connecting' ? t('call.connecting') : state === 'unstable' ? t('call.unstable') : null;
  return (
    <div className={styles.tile} data-screen={isScreen || undefined}>
      <video
        ref={picture}
        className={styles.picture}
        data-own={(isOwn && !isScreen) || undefined}
        hidden={!hasPicture}
        aria-label={name}
        autoPlay
        playsInline
        muted
      />
      {!hasPicture && (
        <span className={styles.initial} aria-hidden="true">
          {[...person][0]}
        </span>
      )}
      <p className={styles.caption}>
        <span className={styles.name}>{name}</span>
        {[...notes, ...(trouble === null ? [] : [trouble])].map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
    </div>
  );
}
