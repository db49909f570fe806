import { HINT_FADE, HINT_WAIT } from '@kreide/core/kernel';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './HintCard.module.css';
import { InfoCard, type InfoCardProps } from './InfoCard.tsx';

interface HintCardProps extends Omit<InfoCardProps, 'closeLabel' | 'onClose' | 'isFocused'> {
  /** Labels of its buttons, and what the back of a closed card says. */
  texts: { close: string; closed: string; undo: string };
  /** It has faded: whoever draws it leaves it out from now on. */
  onClosed: () => void;
}

/**
 * A hint that turns over when it is closed: its back offers to undo that, waits, fades and closes (T-4.33 to T-4.35). The
 * focus stays with it until then.
 */
export function HintCard({ texts, onClosed, ...card }: HintCardProps) {
  const [phase, setPhase] = useState<'new' | 'closed' | 'fading' | 'back'>('new');
  const back = useRef<HTMLDivElement>(null);
  const closed = useRef(onClosed);
  closed.current = onClosed;
  useEffect(() => {
    if (phase !== 'closed' && phase !== 'fading') return;
    const timer = setTimeout(
      () => {
        if (phase === 'closed') return setPhase('fading');
        // The pressed button goes with the card.
        if (back.current?.contains(document.activeElement))
          document.getElementById('main')?.focus({ preventScroll: true });
        closed.current();
      },
      phase === 'closed' ? HINT_WAIT : HINT_FADE,
    );
    return () => clearTimeout(timer);
  }, [phase]);
  if (phase === 'new' || phase === 'back') {
    return (
      <div key="front" className={classes(phase === 'back' && styles.turned)}>
        <InfoCard {...card} closeLabel={texts.close} isFocused={phase === 'back'} onClose={() => setPhase('closed')} />
      </div>
    );
  }
  return (
    <div
      key="back"
      ref={back}
      role="status"
      className={classes(styles.back, styles.turned, phase === 'fading' && styles.fading)}
      style={{ transitionDuration: `${HINT_FADE}ms` }}
    >
      <p>{texts.closed}</p>
      <Button autoFocus onPress={() => setPhase('back')}>
        {texts.undo}
      </Button>
    </div>
  );
}
