import { MESSAGE_MAXIMUM, VOICE_MAXIMUM_SECONDS } from '@kreide/core/features/channels';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { writeLength } from '../../kernel/length.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Recorded } from './recording.ts';
import { useRecorder } from './use-recorder.ts';
import styles from './Voice.module.css';
import { VoicePlayer } from './VoicePlayer.tsx';
import { writeClock } from './voice.ts';

interface VoiceRecorderProps {
  /** What the button says that sends it. */
  sendLabel: string;
  onSend: (recorded: Recorded, caption: string) => void;
  onClose: () => void;
}

/** How often somebody who does not see it is told how long it has been, seconds. */
const SPOKEN_EVERY = 10;

/** Records a voice message from the moment it is shown; it is heard before it is sent (C-7.51). */
export function VoiceRecorder(props: VoiceRecorderProps) {
  const [round, setRound] = useState(0);
  return <Recorder key={round} {...props} onAgain={() => setRound(round + 1)} />;
}

function Recorder({ sendLabel, onSend, onClose, onAgain }: VoiceRecorderProps & { onAgain: () => void }) {
  const { t, language } = useTranslation('chat');
  const { state, stop } = useRecorder();
  const [caption, setCaption] = useState('');
  const box = useRef<HTMLElement>(null);
  const { step } = state;
  const hasSomething = useRef(false);
  hasSomething.current = step === 'recording' || step === 'reading' || step === 'ready';

  // Where the next key belongs: what could be done a moment ago is not there any more.
  useEffect(() => {
    const first = { recording: 0, ready: 0, failed: 0, opening: 0, reading: 0 }[step];
    box.current?.querySelectorAll<HTMLElement>('button')[first]?.focus();
  }, [step]);

  const write = (seconds: number) => writeLength(language, seconds);
  const spoken = () => {
    if (state.step === 'recording')
      return state.seconds < SPOKEN_EVERY
        ? t('voice.recording')
        : t('voice.recorded', { length: write(state.seconds - (state.seconds % SPOKEN_EVERY)) });
    if (state.step === 'ready')
      return state.isFull
        ? t('voice.full', { length: write(VOICE_MAXIMUM_SECONDS) })
        : t('voice.ready', { length: write(state.recorded.seconds) });
    return state.step === 'failed' ? '' : t(`voice.${state.step}`);
  };
  return (
    <section ref={box} className={styles.recorder} aria-label={t('voice.name')}>
      <LeaveQuestion isChanged={useCallback(() => hasSomething.current, [])} text={t('voice.leave')} />
      <p className={step === 'recording' ? styles.spoken : styles.note} role="status">
        {spoken()}
      </p>
      {state.step === 'recording' && (
        <p className={styles.running}>
          <span className={styles.light} />
          <span aria-hidden="true">{t('voice.recording')}</span>
          <time aria-hidden="true">
            {writeClock(state.seconds)} / {writeClock(VOICE_MAXIMUM_SECONDS)}
          </time>
        </p>
      )}
      {state.step === 'failed' && <Problem text={t(`voice.problems.${state.problem}`)} />}
      {state.step === 'ready' && (
        <>
          <VoicePlayer
            url={state.url}
            type={state.recorded.content.type}
            name={t('voice.name')}
            seconds={state.recorded.seconds}
            wave={state.recorded.wave}
          />
          <TextField label={t('voice.caption')} value={caption} maxLength={MESSAGE_MAXIMUM} onChange={setCaption} />
        </>
      )}
      <div className={styles.actions}>
        {state.step === 'recording' && (
          <Button look="primary" onPress={stop}>
            {t('voice.stop')}
          </Button>
        )}
        <Button look="quiet" icon={step === 'failed' ? 'close' : 'trash'} onPress={onClose}>
          {step === 'failed' ? t('close') : t('voice.drop')}
        </Button>
        {(step === 'ready' || step === 'failed') && <Button onPress={onAgain}>{t('voice.again')}</Button>}
        {state.step === 'ready' && (
          <Button look="primary" onPress={() => onSend(state.recorded, caption.trim())}>
            {sendLabel}
          </Button>
        )}
      </div>
    </section>
  );
}
