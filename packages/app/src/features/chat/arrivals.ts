import type { UserProperties } from '@kreide/core/features/users';
import { loadTexts } from '../../kernel/i18n.ts';
import { playSound } from './sounds.ts';
import { createTitleAlert } from './title-alert.ts';

const titleAlert = createTitleAlert(document, {
  repeat: (action, every) => {
    const timer = setInterval(action, every);
    return () => clearInterval(timer);
  },
  isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
});

/** So many messages of others have come: it sounds, and the title of a hidden page says so. */
export async function tellArrival(count: number, properties: UserProperties): Promise<void> {
  const t = await loadTexts('chat');
  titleAlert.add(count, (all) => t('arrived', { count: all }));
  await playSound('received', properties['users.sounds.off'] === '1');
}
