import { useState } from 'react';
import { useSecond } from '../../kernel/clock.ts';

const NONE = { seconds: 0, end: 0 };

/** @returns a pause of this length that ends with a full second, when it has surely passed */
const toPause = (seconds: number) =>
  seconds > 0 ? { seconds, end: Math.ceil(Date.now() / 1000 + seconds) * 1000 } : NONE;

/** Seconds left of a pause; 0 when it goes on. It ends on time also where the page slept meanwhile. */
export function useCountdown(initial = 0): [number, (seconds: number) => void] {
  const [pause, setPause] = useState(() => toPause(initial));
  const isRunning = pause.seconds > 0;
  const now = useSecond(isRunning);
  const left = isRunning ? Math.min(pause.seconds, Math.max(0, Math.round((pause.end - now) / 1000))) : 0;
  if (isRunning && left === 0) setPause(NONE);
  return [left, (seconds) => setPause(toPause(seconds))];
}
