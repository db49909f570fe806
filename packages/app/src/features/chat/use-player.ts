import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { play } from './autoplay.ts';
import { nextSpeed } from './voice.ts';

/** `unplayable`: this device knows no such recordings; `failed`: it did not come. */
export type PlayerProblem = 'unplayable' | 'failed';

/** How fast one listens: the same for every message, until the page is closed. */
const speeds = createStore<{ speed: number }>(() => ({ speed: 1 }));
export const changeSpeed = (): void => speeds.setState(({ speed }) => ({ speed: nextSpeed(speed) }));

/** Who begins to speak ends whoever speaks. */
let speaking: HTMLAudioElement | null = null;

/** Beyond the end of any recording. */
const FAR = 1e6;

/** Browsers write no length into recordings, and do not jump in what has none: once at its end they know it. */
async function learnLength(audio: HTMLAudioElement): Promise<void> {
  if (Number.isFinite(audio.duration)) return;
  await new Promise<void>((resolve) => {
    const know = () => Number.isFinite(audio.duration) && resolve();
    audio.addEventListener('durationchange', know);
    audio.addEventListener('error', () => resolve(), { once: true });
    audio.currentTime = FAR;
  });
}

/** Plays a recording; nothing of it is fetched before somebody wants to hear it. */
export function usePlayer(url: string, type: string, seconds: number) {
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<PlayerProblem | null>(() =>
    type !== '' && document.createElement('audio').canPlayType(type) === '' ? 'unplayable' : null,
  );
  const opened = useRef<HTMLAudioElement | null>(null);
  const isJumping = useRef(false);
  const speed = useStore(speeds, (known) => known.speed);

  useEffect(() => {
    if (opened.current) opened.current.playbackRate = speed;
  }, [speed]);
  useEffect(
    () => () => {
      opened.current?.pause();
      opened.current?.removeAttribute('src');
      if (speaking === opened.current) speaking = null;
      opened.current = null;
    },
    [],
  );

  /** The element is made by the first press: browsers let only that make a sound. */
  function open(): HTMLAudioElement {
    if (opened.current) return opened.current;
    const audio = new Audio(url);
    opened.current = audio;
    audio.defaultPlaybackRate = speed;
    audio.playbackRate = speed;
    audio.onplay = () => {
      if (speaking !== audio) speaking?.pause();
      speaking = audio;
      setPlaying(true);
    };
    audio.onpause = () => isJumping.current || setPlaying(false);
    audio.ontimeupdate = () => isJumping.current || setAt(Math.min(seconds, audio.currentTime));
    audio.onended = () => {
      if (isJumping.current) return;
      setPlaying(false);
      setAt(0);
      audio.currentTime = 0;
    };
    audio.onerror = async () => {
      setPlaying(false);
      // The element says the same of what it does not know and of what is not there.
      const isThere = await fetch(url, { headers: { range: 'bytes=0-0' } }).then(
        (answer) => answer.ok,
        () => false,
      );
      opened.current = null;
      setProblem(isThere ? 'unplayable' : 'failed');
    };
    return audio;
  }

  function toggle(): void {
    const audio = open();
    if (!audio.paused) audio.pause();
    else void play(audio);
  }

  async function seek(to: number): Promise<void> {
    const audio = open();
    setAt(to);
    if (isJumping.current) return;
    isJumping.current = true;
    const wasPlaying = !audio.paused;
    await learnLength(audio);
    audio.currentTime = to;
    isJumping.current = false;
    if (wasPlaying && audio.paused) void play(audio);
  }

  return { isPlaying, at, speed, problem, toggle, seek: (to: number) => void seek(to) };
}
