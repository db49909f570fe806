import { createPushRegistration, notificationsApi, type PushRegistration } from '@kreide/core/features/notifications';
import { useEffect } from 'react';
import { client } from '../../kernel/client.ts';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { browserBridge, endSubscription } from './push-device.ts';

const SELF = { id: 'self' } as const;
type Problem = 'rejected' | 'failed';
let current: PushRegistration | null = null;

/** The registration of this browser, one for the app. It ends with the session, and the subscription with it (P-4.07). */
function registrationOf(say: (problem: Problem) => string): PushRegistration {
  if (current) return current;
  const registration = createPushRegistration({
    bridge: browserBridge(async () => (await client.call(notificationsApi.getPushDetails, {})).data.public_key),
    save: (device) => {
      const body = { ...device, type: 'web' as const, app_version: null, package_name: null };
      return client.call(notificationsApi.saveDevice, { params: SELF, body }, { messages: false });
    },
    report: (problem, error) => {
      console.warn('This device was not registered for push messages', error);
      toasts.show('error', say(problem));
    },
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  current = registration;
  const unsubscribe = session.subscribe(({ isSignedIn, owner }, former) => {
    if (owner === former.owner) return;
    unsubscribe();
    registration.stop();
    current = null;
    // Another account of the device was selected: it registers the same subscription as its own.
    if (isSignedIn) return;
    void endSubscription()
      .then((token) => token && client.call(notificationsApi.revokeDevice, { body: { token } }, { messages: false }))
      .catch((error: unknown) => console.warn('This device may still get push messages', error));
  });
  return registration;
}

/** For a screen that asks for permission: what to call when the person has answered. */
export function usePushAnswered(): () => Promise<void> {
  const { t } = useTranslation('notifications');
  return () => registrationOf((problem) => t(`device.${problem}`)).answered();
}

/** Registers this browser after signing in (P-4.04); renders nothing. */
export function PushRegistrationKeeper(): null {
  const { t } = useTranslation('notifications');
  useEffect(() => registrationOf((problem) => t(`device.${problem}`)).start(), [t]);
  return null;
}
