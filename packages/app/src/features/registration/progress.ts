import type { FoundChild, Registration, RegistrationBody, RegistrationStep } from '@kreide/core/features/registration';
import { createStore } from 'zustand/vanilla';
import { shelves } from '../../kernel/storage.ts';

/** What is entered on the way, as it is sent at the end; the password is kept in memory only. */
export type Entered = Partial<Omit<RegistrationBody, 'code' | 'locale' | 'terms_version' | 'password_confirmation'>>;

/** A registration on its way. */
export interface Progress {
  code: string;
  registration: Registration;
  entered: Entered;
  /** The child of the code, once its name was given. */
  child: FoundChild | null;
  /** Pages that are done. */
  done: readonly RegistrationStep[];
}

/** In the storage of the tab: it outlives a reload, not the tab. */
const KEY = 'registration';

function read(): Progress | null {
  try {
    return JSON.parse(shelves.session.getItem(KEY) ?? 'null') as Progress | null;
  } catch {
    return null;
  }
}

export const progressStore = createStore<{ progress: Progress | null }>(() => ({ progress: read() }));

function keep(progress: Progress | null): void {
  progressStore.setState({ progress });
  if (!progress) {
    shelves.session.removeItem(KEY);
    return;
  }
  const { password: _, ...entered } = progress.entered;
  shelves.session.setItem(KEY, JSON.stringify({ ...progress, entered }));
}

/** Begins with a code; the same code again goes on where it was left. */
export function beginRegistration(code: string, registration: Registration): void {
  const { progress } = progressStore.getState();
  if (progress?.code === code) {
    keep({ ...progress, registration });
    return;
  }
  const { person } = registration;
  const known = person && {
    firstname: person.firstname,
    lastname: person.lastname,
    email: person.email,
    username: person.username,
    ...(person.sex ? { sex: person.sex } : {}),
  };
  keep({ code, registration, entered: known ?? {}, child: null, done: [] });
}

/** Keeps the answers of a page, and that the page is done. */
export function completeStep(step: RegistrationStep, changes: Entered, child?: FoundChild): void {
  const { progress } = progressStore.getState();
  if (!progress) return;
  keep({
    ...progress,
    entered: { ...progress.entered, ...changes },
    child: child ?? progress.child,
    done: [...new Set([...progress.done, step])],
  });
}

/** Nothing of it stays. */
export const endRegistration = (): void => keep(null);

/** Is the page done? That of the password is not, once the password is forgotten. */
const isDone = ({ done, entered }: Progress, step: RegistrationStep): boolean =>
  done.includes(step) && (step !== 'password' || entered.password !== undefined);

/** The first page of the way that is not done: nobody gets further. */
export function nextStep(progress: Progress): RegistrationStep {
  if (progress.registration.state !== 'open') return 'block';
  return progress.registration.steps.find((step) => !isDone(progress, step)) ?? 'confirmation';
}

/** Whether a page can be shown: one of the own way, and everything before it is done (P-2.55). */
export function canShow(progress: Progress, step: string | undefined): step is RegistrationStep {
  if (progress.registration.state !== 'open') return step === 'block';
  const { steps } = progress.registration;
  const index = (steps as readonly (string | undefined)[]).indexOf(step);
  return index >= 0 && steps.slice(0, index).every((one) => isDone(progress, one));
}
