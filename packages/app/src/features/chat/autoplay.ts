import { loadTexts } from '../../kernel/i18n.ts';
import { type KeyValueStore, shelves } from '../../kernel/storage.ts';
import { toasts } from '../../ui/toast-store.ts';

/** On this device somebody has read why nothing sounded. */
const TOLD_KEY = 'autoplay_told';

export type Playable = Pick<HTMLAudioElement, 'play'>;

/**
 * Makes `play`: a browser that lets nothing sound by itself is the reason for one word to the person, once on a device
 * (C-8.05). Everything else that goes wrong is told by whoever plays.
 */
export function createPlay(shelf: KeyValueStore, tell: () => void) {
  /** Begins to play; false: the browser does not let it. */
  return async (audio: Playable): Promise<boolean> => {
    try {
      await audio.play();
      return true;
    } catch (error) {
      const isBlocked = error instanceof Error && error.name === 'NotAllowedError';
      if (isBlocked && shelf.getItem(TOLD_KEY) === null) {
        shelf.setItem(TOLD_KEY, 'true');
        tell();
      }
      return false;
    }
  };
}

/** Long enough to be read: a toast with a button stays for ten seconds. */
async function tellBlocked(): Promise<void> {
  const t = await loadTexts('chat');
  toasts.show('warning', t('voice.autoplay'), { action: { label: t('voice.understood'), onAction: () => {} } });
}

export const play = createPlay(shelves.local, () => void tellBlocked());
