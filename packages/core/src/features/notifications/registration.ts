import { ApiError } from '../../kernel/errors.ts';
import { FIRST_SAVE_DELAY, type PushConsent, toConsent } from './push.ts';

/** The parts of a device that push messages need: a browser, or the bridge of a native app. */
export interface PushBridge {
  /** The permission as the platform names it: granted, denied, prompt, default … */
  permission(): Promise<string>;
  /** The token to send to; null where there is none, such as without permission. */
  token(): Promise<string | null>;
}

interface RegistrationParts {
  bridge: PushBridge;
  /** Tells the server (`saveDevice`). */
  save(device: { token: string; push_notification_consent: PushConsent }): Promise<unknown>;
  /** Tells the person: the server rejects the token (P-8.13), or something else failed (P-8.14). */
  report(problem: 'rejected' | 'failed', error: unknown): void;
  /** Runs something later; the answer calls it off. */
  later(run: () => void, ms: number): () => void;
}

export interface PushRegistration {
  /** After signing in: saves the device once the person has answered, and after ten seconds anyhow (P-4.04, P-4.19). */
  start(): void;
  /** The person answered the question for permission, or the token changed: saves at once. */
  answered(): Promise<void>;
  /** Calls off what is still to come. */
  stop(): void;
}

/** Registers a device for push messages. A token that was saved with the same consent is not sent again. */
export function createPushRegistration({ bridge, save, report, later }: RegistrationParts): PushRegistration {
  let callOff: (() => void) | null = null;
  let saved: string | null = null;

  function stop(): void {
    callOff?.();
    callOff = null;
  }

  async function saveNow(): Promise<void> {
    stop();
    try {
      const push_notification_consent = toConsent(await bridge.permission());
      const token = await bridge.token();
      const state = `${push_notification_consent} ${token}`;
      if (token === null || state === saved) return;
      await save({ token, push_notification_consent });
      saved = state;
    } catch (error) {
      report(ApiError.from(error).status === 400 ? 'rejected' : 'failed', error);
    }
  }

  return {
    start() {
      stop();
      callOff = later(() => void saveNow(), FIRST_SAVE_DELAY);
    },
    answered: saveNow,
    stop,
  };
}
