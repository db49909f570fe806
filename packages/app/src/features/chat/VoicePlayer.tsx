import { writeLength } from '../../kernel/length.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { DrawnButton } from './DrawnButton.tsx';
import { changeSpeed, usePlayer } from './use-player.ts';
import styles from './Voice.module.css';
import { readWave, writeClock } from './voice.ts';

interface VoicePlayerProps {
  /** Where it is heard. */
  url: string;
  /** MIME type of the recording. */
  type: string;
  name: string;
  /** As its author's device counted them: the recording does not say. */
  seconds: number;
  wave: string;
}

/** Plays a voice message: from anywhere in it, faster if somebody likes, and never beside another (C-7.51). */
export function VoicePlayer({ url, type, name, seconds, wave }: VoicePlayerProps) {
  const { t, language } = useTranslation('chat');
  const { isPlaying, at, speed, problem, toggle, seek } = usePlayer(url, type, seconds);
  const length = writeLength(language, seconds);
  if (problem === 'unplayable')
    return (
      <div className={styles.unplayable}>
        <p>{t('voice.unplayable', { length })}</p>
        <LinkButton icon="download" href={url} download={name}>
          {t('download')}
        </LinkButton>
      </div>
    );
  const speedText = new Intl.NumberFormat(language).format(speed);
  return (
    <fieldset className={styles.player} aria-label={t('voice.message', { length })}>
      <DrawnButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? t('voice.pause') : t('voice.play')}
        onPress={toggle}
      />
      <span className={styles.wave}>
        <Wave wave={wave} share={at / seconds} />
        <input
          type="range"
          min={0}
          max={seconds}
          step={1}
          value={Math.floor(at)}
          aria-label={t('voice.place')}
          aria-valuetext={t('voice.placeOf', { at: writeLength(language, at), length })}
          onChange={({ target }) => seek(Number(target.value))}
        />
      </span>
      <span className={styles.clock} aria-hidden="true">
        {writeClock(isPlaying || at > 0 ? at : seconds)}
      </span>
      <Button look="quiet" aria-label={t('voice.speed', { speed: speedText })} onPress={changeSpeed}>
        {`${speedText}×`}
      </Button>
      {problem === 'failed' && (
        <p className={styles.problem} role="alert">
          {t('voice.notLoaded')}
        </p>
      )}
    </fieldset>
  );
}

/** Width of the drawing for each height, and how tall it is. */
const [STEP, HEIGHT] = [4, 32];

/** How loud a recording is from its beginning to its end; what was heard is coloured. */
function Wave({ wave, share }: { wave: string; share: number }) {
  const heights = readWave(wave);
  const bars = heights.map((height, index) => {
    const half = Math.max(1, (height / 255) * (HEIGHT / 2 - 1));
    return `M${index * STEP + STEP / 2} ${(HEIGHT / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`;
  });
  const width = heights.length * STEP;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={bars.join('')} className={styles.bars} />
      <path d={bars.slice(0, Math.round(share * bars.length)).join('')} className={styles.heard} />
    </svg>
  );
}

/** The address of a recording on the server. */
export const voiceAddress = (path: string): string => serverAddress + path;
